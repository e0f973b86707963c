import { FUNNEL_STAGES, type FunnelStage } from "@/contract/evaluation/funnel";
import type { Results, SelectionRow } from "@/contract/staff/selection";

/** The stages whose lines divide the ranking: of a single winner and of prizes beside the race there is nothing to divide. */
const DIVIDING: readonly FunnelStage[] = ["pre_selected", "semifinalist", "finalist"];

export type Part =
  | { kind: "row"; row: SelectionRow }
  | { kind: "fold"; rows: readonly SelectionRow[] }
  | { kind: "tie"; ids: readonly string[] }
  | { kind: "line"; stage: FunnelStage; value: number | null };

/** After which row the line of a stage lies: the last one selected, equals at it too; where none is, as the ranking stands. */
function lineOf({ rows, stages }: Results, stage: FunnelStage): number {
  const ids = new Set(stages.find((one) => one.stage === stage)?.tie?.ids);
  const selected = (row: SelectionRow) =>
    ids.has(row.id) ||
    row.decisions.some((one) => one.stage === stage && one.outcome === "selected");
  const decided = rows.findLastIndex(selected);
  if (decided >= 0) return decided;
  const ranked = rows.filter(({ rank }) => rank !== null);
  const eligible = ranked.filter((row) => row.eligible.includes(stage));
  const pool = eligible.length > 0 ? eligible : ranked;
  const places = FUNNEL_STAGES.find(({ id }) => id === stage)?.places ?? 0;
  const last = pool[places - 1];
  // Everybody is within: there is nothing to divide.
  if (!last || pool.length === places) return -1;
  return rows.findLastIndex(({ rank }) => rank === last.rank);
}

/**
 * The ranking as it is shown: only the rows around each line are open, and a tie; the rest is folded in one line each.
 *
 * @param stage the one looked at, whose tie is told
 * @param opened ids of rows that were folded and have been opened
 */
export function partsOf(
  results: Results,
  stage: FunnelStage,
  opened: ReadonlySet<string>,
): readonly Part[] {
  const { rows, stages } = results;
  const lines = Map.groupBy(
    DIVIDING.map((id) => ({ id, at: lineOf(results, id) })),
    ({ at }) => at,
  );
  const tie = stages.find((one) => one.stage === stage)?.tie?.ids ?? [];
  const near = new Set([0, 1, ...[...lines.keys()].flatMap((at) => [at, at + 1])]);
  const isOpen = (row: SelectionRow, index: number) =>
    near.has(index) || tie.includes(row.id) || opened.has(row.id);
  const parts: Part[] = [];
  let folded: SelectionRow[] = [];
  const unfold = () => {
    // A line for a single row would be no shorter than the row.
    if (folded[0] && folded.length === 1) parts.push({ kind: "row", row: folded[0] });
    else if (folded.length > 1) parts.push({ kind: "fold", rows: folded });
    folded = [];
  };
  for (const [index, row] of rows.entries()) {
    if (isOpen(row, index)) {
      unfold();
      if (row.id === tie[0]) parts.push({ kind: "tie", ids: tie });
      parts.push({ kind: "row", row });
    } else folded.push(row);
    for (const { id } of lines.get(index) ?? []) {
      parts.push({ kind: "line", stage: id, value: row.calibrated });
    }
  }
  unfold();
  return parts;
}

/** What a row is to a stage, in one word; null where it has nothing to do with it. */
export function stateIn(
  row: SelectionRow,
  stage: FunnelStage,
  tie: readonly string[] = [],
): "released" | "planned" | "out" | "tie" | null {
  const decision = row.decisions.find((one) => one.stage === stage);
  if (decision?.outcome === "not_selected") return "out";
  if (decision) return decision.released ? "released" : "planned";
  return tie.includes(row.id) ? "tie" : null;
}
