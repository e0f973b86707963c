import { CRITERIA } from "@/contract/evaluation/weights";
import { fill, type Messages } from "../../documents/messages";
import type { Cell, Column } from "../../documents/table";
import type { RankingRow } from "../ranking/ranking";

type Scored = Pick<RankingRow, "calibrated" | "mean" | "spread" | "evaluators" | "criteria">;

/** Returns the columns for a project's scores. Every table that contains a ranking has these columns. */
export function scoreHeads({
  columns,
  criteria,
}: Pick<Messages, "columns" | "criteria">): Column[] {
  return [
    { title: columns.calibrated, decimal: true },
    { title: columns.mean, decimal: true },
    { title: columns.spread, decimal: true },
    { title: columns.evaluators },
    ...CRITERIA.map(({ id }) => ({
      title: fill(columns.criterion_mean, { criterion: criteria[id].name }),
      decimal: true,
    })),
  ];
}

/** Returns the cells of a project's scores, in the columns of `scoreHeads`. */
export function scoreCells({ calibrated, mean, spread, evaluators, criteria }: Scored): Cell[] {
  return [calibrated, mean, spread, evaluators, ...CRITERIA.map(({ id }) => criteria[id])];
}
