import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { romeSecond } from "@/contract/deadline";
import type { Language } from "@/contract/languages";
import { type Cell, harmless, type Table } from "./table";

/**
 * A table as CSV (RFC 4180), row by row. As the spreadsheets of a language expect it: decimal
 * commas and semicolons between fields in Italian, points and commas in English.
 */
export function writeCsv({ columns, rows }: Table, language: Language): Readable {
  const decimals = new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  const written = (cell: Cell) => {
    if (cell === null) return "";
    if (cell instanceof Date) return romeSecond(cell);
    return typeof cell === "number" ? cell : harmless(cell);
  };
  async function* lines() {
    yield columns.map(({ title }) => title);
    for await (const row of rows) yield row.map(written);
  }
  const table = stringify({
    // Excel reads UTF-8 only after a byte order mark.
    bom: true,
    delimiter: decimals.format(1.5).includes(",") ? ";" : ",",
    record_delimiter: "windows",
    // Texts quoted, numbers bare, so that no import mistakes one for the other.
    quoted_string: true,
    cast: { number: (value) => decimals.format(value) },
  });
  // A failure half-way ends the answer unfinished: the client sees that it is incomplete.
  pipeline(Readable.from(lines()), table, () => {});
  return table;
}
