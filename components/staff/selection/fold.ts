import type { Stage } from "@/contract/evaluation/funnel";
import type { Results, SelectionRow } from "@/contract/staff/selection";

/** Stages with a threshold line in the ranking. The winner's stage and the special prizes have no line. */
const DIVIDING: readonly Stage[] = ["pre_selected", "semifinalist", "finalist"];

export type Part =
  | { kind: "row"; row: SelectionRow }
  | { kind: "fold"; rows: readonly SelectionRow[] }
  | { kind: "tie"; ids: readonly string[] }
  | { kind: "line"; stage: Stage; value: number | null };

/**
 * Returns the index of the row above a stage's threshold line: the stage's last selected or tied row. If no row is
 * selected or tied, returns the last row that the stage's number of places allows by rank. Returns -1 if the stage has
 * no line.
 */
function lineOf({ rows, stages }: Results, stage: Stage): number {
  const ids = new Set(stages.find((one) => one.stage === stage)?.tie?.ids);
  const selected = (row: SelectionRow) =>
    ids.has(row.id) ||
    row.decisions.some((one) => one.stage === stage && one.outcome === "selected");
  const input = rows.findLastIndex(selected);
  if (input >= 0) return input;
  const ranked = rows.filter(({ rank }) => rank !== null);
  const eligible = ranked.filter((row) => row.eligible.includes(stage));
  const pool = eligible.length > 0 ? eligible : ranked;
  const places = stages.find((one) => one.stage === stage)?.places ?? 0;
  const last = pool[places - 1];
  // If the stage has a place for every project, the stage has no threshold line.
  if (!last || pool.length === places) return -1;
  return rows.findLastIndex(({ rank }) => rank === last.rank);
}

/**
 * Returns the visible parts of the ranking. The first two rows, the rows around each threshold line, and tied rows are
 * open; other rows are folded into one line per group.
 *
 * @param stage the selected stage, whose tie is shown
 * @param opened ids of folded rows that the user has opened
 */
export function partsOf(
  results: Results,
  stage: Stage,
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
    // Show a single row instead of a folded group, because the line of a folded group takes the same space as one row.
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

/**
 * Returns a project's state in a selection stage; null if the project has neither a decision nor a tie in the stage.
 */
export function stateIn(
  row: SelectionRow,
  stage: Stage,
  tie: readonly string[] = [],
): "released" | "planned" | "out" | "tie" | null {
  const decision = row.decisions.find((one) => one.stage === stage);
  if (decision?.outcome === "not_selected") return "out";
  if (decision) return decision.released ? "released" : "planned";
  return tie.includes(row.id) ? "tie" : null;
}
