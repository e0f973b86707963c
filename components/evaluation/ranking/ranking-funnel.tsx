import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { ringColumns } from "@/components/ui/figures/ring-grid";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Ranking } from "@/contract/evaluation/evaluation-schemas";
import styles from "./ranking-funnel.module.css";
import { thresholdsOf, withinPlaces } from "./ranking-query";

/**
 * Draws the stages of the selection with one ring per place; thick rings are projects that advance. Every stage has the
 * same total area, so a stage with fewer rings has bigger rings. Before the first decision, shows the projects that
 * would advance by the current ranking; afterwards, only the decisions.
 */
export function RankingFunnel({
  rows,
  decisions,
  places: ofStages,
}: Pick<Ranking, "rows" | "decisions" | "places">) {
  const t = useTranslations("evaluation.ranking.funnel");
  const format = useFormatter();
  const decided = decisions.length > 0;
  const stages = thresholdsOf(ofStages)
    .toReversed()
    .map(({ id, places }) => {
      const selected = decisions.find(({ stage }) => stage === id)?.selected;
      const projects = decided ? (selected ?? 0) : withinPlaces(rows, places).length;
      const words = decided && selected === undefined ? t("undecided", { places }) : null;
      return { id, places, projects, words };
    });
  return (
    <figure>
      <figcaption className={styles.caption}>
        {t(decided ? "decided" : stages.some(({ projects }) => projects > 0) ? "would" : "none")}
      </figcaption>
      <ol className={styles.funnel} aria-label={t("label")}>
        {stages.map(({ id, places, projects, words }, index) => {
          const here = Math.min(places, projects);
          const next = stages[index + 1];
          const onwards = Math.min(next ? next.projects : decided ? 0 : 1, here);
          const style = { "--places": places, "--columns": ringColumns(places) } as CSSProperties;
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
              <VisuallyHidden>{words ?? t("taken", { projects, places })}</VisuallyHidden>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
