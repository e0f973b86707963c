import { pipeline, Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { romeSecond } from "@/contract/deadline";
import type { Language } from "@/contract/languages";
import { type Cell, harmless, type Table } from "./table";

/**
 * Writes a table as CSV (RFC 4180), row by row, in the format of the language's spreadsheets: decimal commas and
 * semicolons as separators in Italian, decimal points and commas as separators in English.
 */
export function writeCsv({ columns, rows }: Table, language: Language): Readable {
  const decimals = new Intl.NumberFormat(language, {
    maximumFractionDigits: 3,
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
    // Excel recognises UTF-8 only with a byte order mark.
    bom: true,
    delimiter: decimals.format(1.5).includes(",") ? ";" : ",",
    record_delimiter: "windows",
    // Quotes texts but not numbers, so that a spreadsheet does not confuse texts with numbers.
    quoted_string: true,
    cast: { number: (value) => decimals.format(value) },
  });
  // An error ends the response early, so the client sees that the CSV is incomplete.
  pipeline(Readable.from(lines()), table, () => {});
  return table;
}
