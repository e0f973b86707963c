import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import type { Language } from "@/contract/fields";
import {
  type Cell,
  type ExportProject,
  exportColumns,
  harmless,
  type RankingRow,
} from "./export-rows";
import { fill, wordsIn } from "./words";

/** A cell of Excel holds no more characters. */
const CELL_MAX = 32_767;
const HEADER_ROWS = 1;

/** The table as a workbook of one sheet: texts as texts, numbers as numbers, the head row fixed. */
export async function writeXlsx(
  projects: AsyncIterable<ExportProject>,
  { language, year, ranking }: Table,
): Promise<Buffer> {
  const columns = exportColumns(language, ranking);
  const data: SheetData = [
    columns.map(({ title }) => ({ value: title, type: String, fontWeight: "bold" as const })),
  ];
  for await (const project of projects) {
    data.push(columns.map(({ value }) => toCell(value(project))));
  }
  return writeXlsxFile(data, {
    sheet: fill(wordsIn(language).export.sheet, { year }),
    stickyRowsCount: HEADER_ROWS,
    columns: columns.map(({ title }) => ({ width: Math.max(12, Math.min(28, title.length + 4)) })),
  }).toBuffer();
}

type Table = { language: Language; year: number; ranking: Map<string, RankingRow> | null };

function toCell(cell: Cell) {
  if (cell === null || cell === "") return null;
  if (typeof cell === "number") return { value: cell, type: Number };
  return { value: harmless(cell).slice(0, CELL_MAX), type: String };
}
