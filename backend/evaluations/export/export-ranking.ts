import { CRITERIA } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import type { Table } from "../../paper/table";
import { fill, wordsIn } from "../../paper/words";
import type { RankingRow } from "../ranking/ranking";

/**
 * The ranking, in the order that decides.
 *
 * @param numbers the receipt numbers by project
 */
export function rankingTable(
  ranking: readonly RankingRow[],
  numbers: ReadonlyMap<string, string>,
  language: Language,
): Table {
  const { columns, criteria, fields, stages, export: say } = wordsIn(language);
  return {
    name: say.ranking_name,
    sheet: say.ranking,
    fixed: 4,
    columns: [
      { title: columns.calibrated_rank },
      { title: columns.rank },
      { title: columns.number },
      { title: fields.nome },
      { title: columns.calibrated, decimal: true },
      { title: columns.mean, decimal: true },
      { title: columns.spread, decimal: true },
      { title: columns.evaluators },
      ...CRITERIA.map(({ id }) => ({
        title: fill(columns.criterion_mean, { criterion: criteria[id].name }),
        decimal: true,
      })),
      { title: columns.reached },
      { title: columns.id },
    ],
    rows: ranking.map((row) => [
      row.calibrated_rank,
      row.rank,
      numbers.get(row.id) ?? "",
      row.nome,
      row.calibrated,
      row.mean,
      row.spread,
      row.evaluators,
      ...CRITERIA.map(({ id }) => row.criteria[id]),
      row.stage ? stages[row.stage] : "",
      row.id,
    ]),
  };
}
