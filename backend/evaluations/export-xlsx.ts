import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import type { Language } from "@/contract/fields";
import { CRITERIA } from "@/contract/weights";
import {
  type Cell,
  type ExportProject,
  exportColumns,
  harmless,
  type RankingRow,
} from "./export-rows";
import { fill, type Words, wordsIn } from "./words";

/** A cell of Excel holds no more characters. */
const CELL_MAX = 32_767;
const HEADER_ROWS = 1;

/**
 * The table as a workbook: texts as texts, numbers as numbers, the head row fixed. Once the caller
 * has closed, a second sheet has the ranking, the best calibrated mean first.
 */
export async function writeXlsx(
  projects: AsyncIterable<ExportProject>,
  { language, year, ranking }: Table,
): Promise<Buffer> {
  const words = wordsIn(language);
  const columns = exportColumns(language, ranking);
  const numbers = new Map<string, string>();
  const rows: Cell[][] = [];
  for await (const project of projects) {
    numbers.set(project.submission.projectId, project.submission.number);
    rows.push(columns.map(({ value }) => value(project)));
  }
  const titles = columns.map(({ title }) => title);
  const sheets = [sheetOf(fill(words.export.sheet, { year }), titles, rows)];
  if (ranking) sheets.push(rankingSheet(ranking, numbers, words));
  return writeXlsxFile(sheets).toBuffer();
}

function sheetOf(sheet: string, titles: string[], rows: Cell[][]) {
  const head = titles.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
  const data: SheetData = [head, ...rows.map((row) => row.map(toCell))];
  return {
    data,
    sheet,
    stickyRowsCount: HEADER_ROWS,
    columns: titles.map((title) => ({ width: Math.max(12, Math.min(28, title.length + 4)) })),
  };
}

function rankingSheet(
  ranking: Map<string, RankingRow>,
  numbers: Map<string, string>,
  { columns, criteria, fields, stages, export: say }: Words,
) {
  const place = (row: RankingRow) => row.calibrated_rank ?? Number.POSITIVE_INFINITY;
  const rows = [...ranking.values()].sort((a, b) => place(a) - place(b) || 0);
  const titles = [
    columns.calibrated_rank,
    columns.rank,
    columns.number,
    fields.nome,
    columns.calibrated,
    columns.mean,
    columns.spread,
    columns.evaluators,
    ...CRITERIA.map(({ id }) => fill(columns.criterion_mean, { criterion: criteria[id] })),
    columns.reached,
  ];
  return sheetOf(
    say.ranking,
    titles,
    rows.map((row) => [
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
    ]),
  );
}

type Table = { language: Language; year: number; ranking: Map<string, RankingRow> | null };

function toCell(cell: Cell) {
  if (cell === null || cell === "") return null;
  if (typeof cell === "number") return { value: cell, type: Number };
  return { value: harmless(cell).slice(0, CELL_MAX), type: String };
}
