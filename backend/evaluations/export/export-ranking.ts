import type { Language } from "@/contract/languages";
import { messagesIn } from "../../documents/messages";
import type { Table } from "../../documents/table";
import type { RankingRow } from "../ranking/ranking";
import { scoreCells, scoreHeads } from "./score-columns";

/**
 * Returns the ranking as a table, ordered by the calibrated rank.
 *
 * @param numbers the receipt numbers by project
 */
export function rankingTable(
  ranking: readonly RankingRow[],
  numbers: ReadonlyMap<string, string>,
  language: Language,
): Table {
  const words = messagesIn(language);
  const { columns, fields, stages, export: say } = words;
  return {
    name: say.ranking_name,
    sheet: say.ranking,
    fixed: 4,
    columns: [
      { title: columns.calibrated_rank },
      { title: columns.rank },
      { title: columns.number },
      { title: fields.nome },
      ...scoreHeads(words),
      { title: columns.reached },
      { title: columns.id },
    ],
    rows: ranking.map((row) => [
      row.calibrated_rank,
      row.rank,
      numbers.get(row.id) ?? "",
      row.nome,
      ...scoreCells(row),
      row.stage ? stages[row.stage] : "",
      row.id,
    ]),
  };
}
