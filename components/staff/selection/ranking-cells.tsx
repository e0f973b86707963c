import { useFormatter, useTranslations } from "next-intl";
import { Bounces } from "@/components/ui/figures/bounces";
import { Status } from "@/components/ui/figures/status";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Stage } from "@/contract/evaluation/funnel";
import { CRITERIA, SCORE_MAX } from "@/contract/evaluation/weights";
import type { Results, SelectionRow } from "@/contract/staff/selection";
import { useWhen } from "../shell/use-when";
import styles from "./ranking-rows.module.css";

/** Draws a project's mean scores for the five criteria. Each bar is as wide as the criterion's weight. */
export function Criteria({ row }: { row: SelectionRow }) {
  const criteria = useTranslations("criteria");
  const figure = useFigure();
  return (
    <>
      <span className={styles.bounces}>
        <Bounces
          parts={CRITERIA.map(({ id, weight }) => {
            const mean = row.criteria[id];
            return { id, width: weight, share: mean === null ? null : mean / SCORE_MAX };
          })}
        />
      </span>
      <VisuallyHidden>
        {CRITERIA.map(({ id }) => `${criteria(`${id}.name`)} ${figure(row.criteria[id])}`).join(
          ", ",
        )}
      </VisuallyHidden>
    </>
  );
}

/** Renders a selection stage's threshold line in the ranking, with the stage's state. */
export function Line({
  stage,
  value,
  results,
  columns,
}: {
  columns: number;
  stage: Stage;
  value: number | null;
  results: Results;
}) {
  const t = useTranslations("staff.selection");
  const when = useWhen();
  const figure = useFigure();
  const own = results.stages.find((one) => one.stage === stage);
  if (!own) return null;
  const is = own.planned > 0 ? "planned" : own.released_at ? "released" : "open";
  return (
    <tr className={styles.line} data-is={is}>
      <td colSpan={columns}>
        <span className={styles.ground}>
          <Status tone={is === "released" ? "done" : is === "planned" ? "here" : "off"}>
            {t(`line.${is}`, {
              stage: t(`stage.${stage}`),
              places: own.places,
              planned: own.planned,
              at: own.released_at ? when.moment(own.released_at) : "",
            })}
          </Status>
          {is !== "open" && <span>{t("line.value", { value: figure(value) })}</span>}
        </span>
      </td>
    </tr>
  );
}

/** Returns a function that formats a number with one decimal. */
export function useFigure() {
  const format = useFormatter();
  return (value: number | null) =>
    value === null
      ? "–"
      : format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
