import { PROGRAMME_ZONE } from "@/contract/deadline";

/** What a spreadsheet's cell can be. An instant is shown in Rome time. */
export type Cell = string | number | Date | null;

/** `decimal`: its figures have one decimal place, also the round ones, so that they stand in line. */
export type Column = { title: string; decimal?: boolean };

/** A table as it is written to a file of its own, or on a sheet of a workbook. */
export type Table = {
  /** Of its file, in ASCII. */
  name: string;
  /** Of its sheet, at most 31 characters. */
  sheet: string;
  columns: Column[];
  rows: AsyncIterable<Cell[]> | Iterable<Cell[]>;
  /** How many columns at the left say which row it is: they stay in view. */
  fixed: number;
};

/** An instant as 2026-09-30 18:05:00 in Rome, which spreadsheets of every language take for a date. */
export function romeTime(instant: Date): string {
  return instant.toLocaleString("sv-SE", { timeZone: PROGRAMME_ZONE });
}

/**
 * ASVS 1.2.10: what a spreadsheet would take for a formula gets a single quote in front. Spaces in
 * front do not help it, and neither do the full-width forms of the signs.
 */
export function harmless(text: string): string {
  return /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\0]/.test(text) ? `'${text}` : text;
}
