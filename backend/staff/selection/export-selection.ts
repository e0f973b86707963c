import { SELECTION_STAGES, type Stage } from "@/contract/evaluation/funnel";
import { exportSelection as contract, type SelectionRow } from "@/contract/staff/selection";
import { editionTarget } from "../../audit-log/entries";
import { writeCsv } from "../../documents/csv";
import { type Messages, messagesIn } from "../../documents/messages";
import { requireJuryClosed } from "../../evaluations/close/ranking-access";
import { editionOf } from "../../evaluations/edition";
import { scoreCells, scoreHeads } from "../../evaluations/export/score-columns";
import { download, fileSlug } from "../../http/download";
import type { Call } from "../../http/serve";
import { recordExport, requireKeyForAll } from "../record-export";
import { readRows } from "./get-selection";

/**
 * Exports the ranking as a table, with the decision of each stage and whether it is released. With a stage,
 * exports only the projects that the stage decides about. Refuses before staff can read the ranking.
 * Rule: staff.blind.
 */
export async function exportSelection(call: Call<typeof contract>) {
  const { db, query, language, arrivedAt } = call;
  await requireKeyForAll(call, contract, query);
  const edition = await editionOf(db, query.edition, arrivedAt);
  await requireJuryClosed(db, edition.id);
  const { stage } = query;
  const all = await readRows(db, edition);
  const rows = all.filter((row) => !stage || row.decisions.some((one) => one.stage === stage));
  const exported = { table: "selection", filter: query, count: rows.length } as const;
  await recordExport(call, { target: editionTarget(edition), ...exported });
  const words = messagesIn(language);
  const { columns, fields, stages, selection } = words;
  const shown = SELECTION_STAGES.filter(({ id }) => !stage || id === stage);
  const table = {
    name: selection.name,
    sheet: selection.name,
    fixed: 2,
    columns: [
      { title: columns.calibrated_rank },
      { title: fields.nome },
      { title: selection.person },
      ...scoreHeads(words),
      ...shown.map(({ id }) => ({ title: stages[id] })),
    ],
    rows: rows.map((row) => [
      row.rank,
      row.name,
      row.person,
      ...scoreCells({ ...row, evaluators: row.readings }),
      ...shown.map(({ id }) => decisionIn(row, id, words)),
    ]),
  };
  return download(writeCsv(table, language), {
    type: "text/csv; charset=utf-8",
    name: `${selection.name}-${edition.year}-${stage ? fileSlug(stages[stage]) : words.export.ranking_name}.csv`,
    headers: { "X-WP-Total": String(rows.length) },
  });
}

/**
 * Returns the text of a project's decision in a stage, including whether it is released, or an empty text
 * without a decision.
 */
function decisionIn({ decisions }: SelectionRow, stage: Stage, { selection }: Messages) {
  const decision = decisions.find((one) => one.stage === stage);
  if (!decision) return "";
  return selection[decision.outcome][decision.released ? "released" : "planned"];
}
