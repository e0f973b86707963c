/** What a spreadsheet's cell can be. An instant is shown in Rome time. */
export type Cell = string | number | Date | null;

/** `decimal`: its figures have one decimal place, even whole ones, so that they line up. */
export type Column = { title: string; decimal?: boolean };

/** A table as written to its own file, or to a sheet of a workbook. */
export type Table = {
  /** Of its file, in ASCII. */
  name: string;
  /** Of its sheet, at most 31 characters. */
  sheet: string;
  columns: Column[];
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>;
  /** How many columns on the left identify the row: they stay in view. */
  fixed: number;
};

/**
 * Whether a spreadsheet would take an untyped text for a formula. Leading spaces do not get round it, nor
 * do the full-width forms of the signs.
 */
export function looksLikeFormula(text: string): boolean {
  return /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/.test(text);
}

/** ASVS 1.2.10: in a CSV, whose cells have no type, such a text is prefixed with a single quote. */
export function harmless(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}
