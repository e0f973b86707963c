import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Language } from "@/contract/fields";
import {
  type Cell,
  type ExportProject,
  exportColumns,
  harmless,
  type RankingRow,
} from "./export-rows";

/**
 * The table as CSV (RFC 4180), row by row. In Italian as Italian spreadsheets expect it: semicolons
 * between fields and decimal commas; commas and points in English.
 */
export function writeCsv(
  projects: AsyncIterable<ExportProject>,
  language: Language,
  ranking: Map<string, RankingRow> | null,
): Readable {
  const columns = exportColumns(language, ranking);
  const decimals = new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  const written = (cell: Cell) => {
    if (cell === null) return "";
    return typeof cell === "number" ? decimals.format(cell) : harmless(cell);
  };
  async function* rows() {
    yield columns.map(({ title }) => title);
    for await (const project of projects) {
      yield columns.map(({ value }) => written(value(project)));
    }
  }
  const table = stringify({
    // Excel reads UTF-8 only behind a byte order mark.
    bom: true,
    delimiter: language === "it" ? ";" : ",",
    record_delimiter: "windows",
    quoted_string: true,
  });
  // A failure in the middle ends the answer unfinished: the client sees that it is not whole.
  pipeline(Readable.from(rows()), table, () => {});
  return table;
}
