/** The value of a spreadsheet cell. Spreadsheets show instants in Rome time. */
export type Cell = string | number | Date | null;

/** A table column. With `decimal`, whole numbers also have one decimal place, so that the numbers align. */
export type Column = { title: string; decimal?: boolean };

/** A table for a separate file or for a worksheet of a workbook. */
export type Table = {
  /** Name of the table's file, in ASCII. */
  name: string;
  /** Name of the table's worksheet, at most 31 characters. */
  sheet: string;
  columns: Column[];
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>;
  /** Number of columns on the left that identify the row and stay visible when scrolling. */
  fixed: number;
};

/**
 * Reports whether a spreadsheet could interpret a text as a formula. Also detects leading spaces and full-width forms
 * of formula signs.
 */
export function looksLikeFormula(text: string): boolean {
  return /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/.test(text);
}

/**
 * If a text looks like a formula, puts a single quote before the text, because CSV cells have no type (ASVS 1.2.10).
 */
export function harmless(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}
