import { useTranslations } from "next-intl";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import styles from "./possible-conflicts.module.css";

/** Lists signs of a possible conflict of interest. The evaluator decides whether to declare a recusal. */
export function Hints({ hints }: { hints: ProjectForEvaluation["hints"] }) {
  const t = useTranslations("evaluation.hints");
  if (hints.length === 0) return null;
  return (
    <section className={styles.hints} aria-label={t("label")}>
      <p className={styles.title}>{t("title")}</p>
      <ul className={styles.list}>
        {hints.map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`}>{t(kind, { detail })}</li>
        ))}
      </ul>
    </section>
  );
}
