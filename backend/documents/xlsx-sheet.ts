import { romeSecond } from "@/contract/deadline";
import { type Cell, type Column, looksLikeFormula, type Table } from "./table";
import { STYLES, xmlText } from "./xlsx-parts";

/** Maximum number of characters in an Excel cell. */
const CELL_MAX = 32_767;
/**
 * Widths of spreadsheet columns in characters: wide enough for a name, narrow enough to fit several columns on a
 * screen.
 */
const WIDTH = { least: 12, most: 28, around: 4 };
/** Approximate number of characters in each chunk of worksheet XML. */
const PIECE = 65_536;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheet dates. */
const EPOCH = Date.UTC(1899, 11, 30);

/** Yields a worksheet as XML in chunks. */
export async function* sheetXml({ columns, rows, fixed }: Table): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index));
  const corner = `${columnName(fixed)}2`;
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane xSplit="${fixed}" ySplit="1" topLeftCell="${corner}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${columns.map(widthOf).join("")}</cols><sheetData>`;
  const head = columns.map(({ title }, index) => cellXml(`${names[index]}1`, title, STYLES.head));
  let piece = `<row r="1">${head.join("")}</row>`;
  let number = 1;
  for await (const row of rows) {
    number += 1;
    const cells = row.map((cell, index) =>
      cellXml(`${names[index]}${number}`, cell, styleOf(cell, columns[index])),
    );
    piece += `<row r="${number}">${cells.join("")}</row>`;
    if (piece.length > PIECE) {
      yield piece;
      piece = "";
    }
  }
  // The filter range lets users filter and sort every column from its header.
  yield `${piece}</sheetData><autoFilter ref="A1:${names.at(-1)}${number}"/></worksheet>`;
}

function styleOf(cell: Cell, column: Column | undefined): number {
  if (cell instanceof Date) return STYLES.date;
  if (typeof cell === "string" && looksLikeFormula(cell)) return STYLES.quoted;
  return column?.decimal ? STYLES.decimal : STYLES.plain;
}

function cellXml(at: string, cell: Cell, style: number): string {
  if (cell === null || cell === "") return "";
  if (cell instanceof Date) return `<c r="${at}" s="${style}"><v>${serialOf(cell)}</v></c>`;
  if (typeof cell === "number") return `<c r="${at}" s="${style}"><v>${cell}</v></c>`;
  // The cell has the type text, so it is never a formula. An apostrophe, as in a CSV, would be visible.
  const text = xmlText(cell.slice(0, CELL_MAX));
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** Converts an instant to a spreadsheet date: days since 30 December 1899 in Rome time. */
function serialOf(instant: Date): number {
  const shown = Date.parse(`${romeSecond(instant).replace(" ", "T")}Z`);
  return Math.round(((shown - EPOCH) / DAY_MS) * 1e9) / 1e9;
}

function widthOf({ title }: Column, index: number): string {
  const width = Math.max(WIDTH.least, Math.min(WIDTH.most, title.length + WIDTH.around));
  return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
}

/** Returns the letters of a spreadsheet column: 0 is A, 26 is AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
