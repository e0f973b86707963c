import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import styles from "./ranking-funnel.module.css";
import { type RankingRow, THRESHOLDS } from "./ranking-query";

/**
 * The funnel with the actual projects: at every stage as many rings as places taken,
 * the solid ones go on to the next. Equal ink at every stage: the fewer, the bigger.
 */
export function RankingFunnel({ rows }: { rows: readonly RankingRow[] }) {
  const t = useTranslations("evaluation.ranking.funnel");
  const format = useFormatter();
  const ranked = rows.filter(({ rank }) => rank !== null).length;
  const stages = THRESHOLDS.toReversed();
  return (
    <ol className={styles.funnel} aria-label={t("label")}>
      {stages.map(({ id, places }, index) => {
        const here = Math.min(places, ranked);
        const onwards = Math.min(stages[index + 1]?.places ?? 1, here);
        const style = { "--places": places } as CSSProperties;
        return (
          <li key={id} className={styles.stage} data-stage={id} style={style}>
            <span className={styles.rings} aria-hidden="true">
              {Array.from({ length: places }, (_, place) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: places have no other identity
                  key={place}
                  className={styles.ring}
                  data-is={place < onwards ? "onwards" : place < here ? "here" : "empty"}
                />
              ))}
            </span>
            <span className={styles.count}>{format.number(places)}</span>
            <span className={styles.label}>{t(id as "finalist")}</span>
            <VisuallyHidden>{t("taken", { here, places })}</VisuallyHidden>
          </li>
        );
      })}
    </ol>
  );
}
