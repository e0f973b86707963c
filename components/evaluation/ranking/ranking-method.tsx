import { useFormatter, useTranslations } from "next-intl";
import type { Ranking } from "@/contract/evaluation/evaluation-schemas";
import { FIGURES } from "@/contract/quoted-numbers";
import styles from "./ranking-method.module.css";
import { DISAGREEMENT_FROM } from "./ranking-query";

/** Explains how the ranking's numbers are calculated, so that readers can reproduce them. */
export function RankingMethod({ method }: { method: Ranking["method"] }) {
  const t = useTranslations("evaluation.ranking.method");
  const format = useFormatter();
  const figure = (value: number | null) =>
    value === null ? "" : format.number(value, { minimumFractionDigits: 1 });
  const { mean, deviation } = method;
  const known = String(mean !== null && deviation !== null);
  return (
    <section className={styles.method} aria-labelledby="method-title">
      <h2 id="method-title" className={styles.title}>
        {t("title")}
      </h2>
      <ol className={styles.steps}>
        <li>{t("mean", FIGURES)}</li>
        <li>{t("spread", { from: DISAGREEMENT_FROM })}</li>
        <li>{t("calibrated", { known, mean: figure(mean), deviation: figure(deviation) })}</li>
        <li>{t("sample", { count: method.minimum_sample })}</li>
        <li>{t("ties")}</li>
        {method.recomputed > 0 && (
          <li>
            {t("recomputed", {
              count: method.recomputed,
              weights: method.criteria.map(({ weight }) => weight).join("/"),
            })}
          </li>
        )}
      </ol>
    </section>
  );
}
