import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import type { Places } from "@/contract/evaluation/funnel";
import { SCORE_MAX, type WeightedCriterion } from "@/contract/evaluation/weights";
import { figuresOf } from "@/contract/quoted-numbers";
import styles from "./ranking-figures.module.css";
import { distributionOf, type RankingRow, withinPlaces } from "./ranking-query";

type Criteria = readonly WeightedCriterion[];

/**
 * Draws two charts of the whole ranking: the distribution of the projects' means, and the mean of each criterion for
 * all projects and for finalists.
 */
export function RankingFigures({
  rows,
  criteria,
  places,
}: {
  rows: readonly RankingRow[];
  criteria: Criteria;
  places: Places;
}) {
  return (
    <div className={styles.figures}>
      <Distribution rows={rows} />
      <CriteriaBars rows={rows} weighted={criteria} places={places} />
    </div>
  );
}

/** Draws the bars of a chart as a list. Each bar has a text with its range and its count. */
function Distribution({ rows }: { rows: readonly RankingRow[] }) {
  const t = useTranslations("evaluation.ranking.distribution");
  const format = useFormatter();
  const bins = distributionOf(rows);
  const most = Math.max(1, ...bins);
  return (
    <figure className={styles.figure}>
      <figcaption>
        <h2 className={styles.title}>{t("title")}</h2>
        <p className={styles.text}>{t("text")}</p>
      </figcaption>
      <ol className={styles.bins}>
        {bins.map((count, tenth) => {
          const from = tenth * 10;
          return (
            <li
              key={from}
              className={styles.bin}
              style={{ "--share": count / most } as CSSProperties}
              aria-label={t("bin", { from, to: tenth === 9 ? 100 : from + 9.9, count })}
            >
              <span className={styles.count} aria-hidden="true">
                {count > 0 && format.number(count)}
              </span>
              <span className={styles.bar} aria-hidden="true" />
              <span className={styles.from} aria-hidden="true">
                {format.number(from)}
              </span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

function meanOf(rows: readonly RankingRow[], id: keyof RankingRow["criteria"]): number | null {
  const values = rows.flatMap(({ criteria }) => criteria[id] ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Draws two bars per criterion: one for all projects, one for the projects that get a place in the final. */
function CriteriaBars({
  rows,
  weighted,
  places,
}: {
  rows: readonly RankingRow[];
  weighted: Criteria;
  places: Places;
}) {
  const figures = figuresOf(places);
  const t = useTranslations("evaluation.ranking.bars");
  const criteria = useTranslations("criteria");
  const words = useTranslations("evaluation.criteria");
  const format = useFormatter();
  const first = withinPlaces(rows, places.finalist);
  // If no closed evaluation of a project is complete, the project has no mean. A missing mean is not a mean of zero.
  const written = (value: number | null) =>
    value === null
      ? "—"
      : format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <figure className={styles.figure}>
      <figcaption>
        <h2 className={styles.title}>{t("title")}</h2>
        <p className={styles.text}>{t("text", figures)}</p>
      </figcaption>
      <dl className={styles.criteria}>
        {weighted.map(({ id, weight }) => (
          <div key={id} className={styles.criterion}>
            <dt>
              <strong>{criteria(`${id}.name`)}</strong> {words("weight", { weight })}
            </dt>
            {(["first", "all"] as const).map((who) => {
              const value = meanOf(who === "all" ? rows : first, id);
              const style = { "--share": (value ?? 0) / SCORE_MAX } as CSSProperties;
              return (
                <dd key={who} className={styles.line} data-who={who} style={style}>
                  <span className={styles.stretch} aria-hidden="true" />
                  <span>{t(who, { ...figures, value: written(value) })}</span>
                </dd>
              );
            })}
          </div>
        ))}
      </dl>
    </figure>
  );
}
