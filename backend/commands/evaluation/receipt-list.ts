import { CommandError } from "../run/verb";

/** Matches a CSV cell that contains only a receipt number or a project id. */
const NAME = /^(\d{4}-\d{6,}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i;

/**
 * Returns the receipt numbers or project ids of a list: one per line, or a CSV with commas or semicolons, such as the
 * product's own export. Reads the first matching cell of each row. Only the first row can have no match, because it can
 * be a heading.
 */
export function readReceiptList(text: string): string[] {
  const rows = cellsOf(text).filter((row) => row.some((cell) => cell !== ""));
  return rows.flatMap((row, index) => {
    const name = row.find((cell) => NAME.test(cell));
    if (name) return [name.toLowerCase()];
    if (index === 0) return [];
    throw new CommandError(`Row ${index + 1} has no receipt number: ${row.join(" ").slice(0, 60)}`);
  });
}

/** Splits a CSV into rows and cells (RFC 4180). Quoted cells can contain separators and newlines. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^",;\r\n]*))(,|;|\r\n|\n|\r|$)/y;
  const source = text.replace(/^\uFEFF/, "");
  while (cell.lastIndex < source.length) {
    const match = cell.exec(source);
    if (!match)
      throw new CommandError(
        `Row ${rows.length} is not valid CSV: a quotation mark is not closed.`,
      );
    const [, quoted, plain = "", end] = match;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== "," && end !== ";") rows.push([]);
  }
  return rows;
}
