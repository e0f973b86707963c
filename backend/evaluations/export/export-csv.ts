import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import type { Language } from "@/contract/fields";
import { type Cell, harmless, romeTime, type Table } from "./export-table";

/**
 * A table as CSV (RFC 4180), row by row. In Italian as Italian spreadsheets expect it: semicolons
 * between fields and decimal commas; commas and points in English.
 */
export function writeCsv({ columns, rows }: Table, language: Language): Readable {
  const decimals = new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    useGrouping: false,
  });
  const written = (cell: Cell) => {
    if (cell === null) return "";
    if (cell instanceof Date) return romeTime(cell);
    return typeof cell === "number" ? cell : harmless(cell);
  };
  async function* lines() {
    yield columns.map(({ title }) => title);
    for await (const row of rows) yield row.map(written);
  }
  const table = stringify({
    // Excel reads UTF-8 only behind a byte order mark.
    bom: true,
    delimiter: language === "it" ? ";" : ",",
    record_delimiter: "windows",
    // Texts in quotation marks, numbers bare, so that no import takes one for the other.
    quoted_string: true,
    cast: { number: (value) => decimals.format(value) },
  });
  // A failure in the middle ends the answer unfinished: the client sees that it is not whole.
  pipeline(Readable.from(lines()), table, () => {});
  return table;
}
