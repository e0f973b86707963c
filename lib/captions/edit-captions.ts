import { type FieldErrors, fieldErrors } from "@/contract/errors";
import {
  type CaptionLanguage,
  type Captions,
  type Cue,
  lateCues,
  saveCaptionsSchema,
  toMilliseconds,
} from "@/contract/project/captions";

/** One caption cue while a person edits it, with the times as typed. `key` identifies the row on the page. */
export type CueRow = { key: number; start: string; end: string; text: string };

/** Duration of a new caption cue in seconds. */
const NEW_SECONDS = 3;

/**
 * Formats a time for the captions editor, such as "1:02.5". `number` formats the seconds with two digits and at most
 * three decimals.
 */
export function timeText(seconds: number, number: (value: number) => string): string {
  const whole = Math.round(seconds * 1000);
  return `${Math.floor(whole / 60_000)}:${number((whole % 60_000) / 1000)}`;
}

/**
 * Parses a time typed in the captions editor: "1:02.5", "1:02,5" or "62.5". Returns seconds, or null for other texts.
 */
export function readTime(text: string): number | null {
  const [, minutes, seconds = ""] =
    /^(?:(\d{1,2}):)?(\d{1,3}(?:[.,]\d{1,3})?)$/.exec(text.trim()) ?? [];
  if (seconds === "") return null;
  const read = Number(seconds.replace(",", "."));
  if (minutes === undefined) return read;
  return read < 60 ? toMilliseconds(Number(minutes) * 60 + read) : null;
}

type Format = (seconds: number) => string;

/** Returns a key that no row of the captions editor has. */
const freeKey = (rows: readonly CueRow[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1;

/** Returns caption cues as rows of the captions editor. */
export function toRows(cues: readonly Cue[], format: Format): CueRow[] {
  return cues.map(({ start, end, text }, key) => ({
    key,
    start: format(start),
    end: format(end),
    text,
  }));
}

/** Returns the rows of the captions editor as cues, or the errors by field, such as `cues.2.end`. */
export function checkRows(
  language: CaptionLanguage | undefined,
  rows: readonly CueRow[],
  duration: number | undefined,
): { captions: Captions } | { problems: FieldErrors } {
  const typed = rows.map(({ start, end, text }) => ({
    start: readTime(start),
    end: readTime(end),
    text,
  }));
  const unread = typed.flatMap((cue, index) =>
    (["start", "end"] as const).flatMap((name) =>
      cue[name] === null ? [[`cues.${index}.${name}`, "invalid_time"] as const] : [],
    ),
  );
  const parsed = saveCaptionsSchema.safeParse({ language, cues: typed });
  const problems: FieldErrors = {
    ...(parsed.success ? lateCues(parsed.data.cues, duration) : fieldErrors(parsed.error)),
    ...Object.fromEntries(unread),
  };
  if (parsed.success && Object.keys(problems).length === 0) return { captions: parsed.data };
  return { problems };
}

/**
 * Splits a caption cue at a position of its text. At the start or the end of the text, splits at the white space
 * nearest to the middle instead; without white space, leaves the cue unchanged. Divides the cue's time in proportion to
 * the lengths of the two texts.
 */
export function splitRow(
  rows: readonly CueRow[],
  index: number,
  caret: number,
  format: Format,
): CueRow[] {
  const row = rows[index];
  if (!row) return [...rows];
  const { text } = row;
  const at = text.slice(0, caret).trim() && text.slice(caret).trim() ? caret : middleOf(text);
  const [first, second] = [text.slice(0, at).trim(), text.slice(at).trim()];
  if (!first || !second) return [...rows];
  const [start, end] = [readTime(row.start), readTime(row.end)];
  const share = first.length / (first.length + second.length);
  const between = start === null || end === null ? row.end : format(start + (end - start) * share);
  return rows.toSpliced(
    index,
    1,
    { ...row, text: first, end: between },
    { key: freeKey(rows), text: second, start: between, end: row.end },
  );
}

/**
 * Returns the position of the white space nearest to the middle of a text. Returns 0 for a text without white space.
 */
function middleOf(text: string): number {
  const spaces = [...text.trimEnd().matchAll(/\s/g)].map(({ index }) => index);
  const distance = (at: number) => Math.abs(at - text.length / 2);
  return spaces.toSorted((a, b) => distance(a) - distance(b))[0] ?? 0;
}

/** Joins a caption cue with the next cue. */
export function mergeRows(rows: readonly CueRow[], index: number): CueRow[] {
  const [row, next] = rows.slice(index, index + 2);
  if (!row || !next) return [...rows];
  return rows.toSpliced(index, 2, { ...row, end: next.end, text: `${row.text}\n${next.text}` });
}

/**
 * Moves all caption cues by some seconds. Returns null if the first cue would start before the video. Times that cannot
 * be parsed stay unchanged.
 */
export function shiftRows(
  rows: readonly CueRow[],
  seconds: number,
  format: Format,
): CueRow[] | null {
  const starts = rows.flatMap(({ start }) => readTime(start) ?? []);
  if (starts.some((start) => start + seconds < 0)) return null;
  const move = (text: string) => {
    const time = readTime(text);
    return time === null ? text : format(Math.max(0, time + seconds));
  };
  return rows.map((row) => ({ ...row, start: move(row.start), end: move(row.end) }));
}

/**
 * Adds an empty caption cue that starts at a time of the video. The rows stay in the order of start times. Returns the
 * rows and the index of the new row.
 */
export function addRow(
  rows: readonly CueRow[],
  seconds: number,
  format: Format,
): { rows: CueRow[]; index: number } {
  const at = rows.findIndex(({ start }) => (readTime(start) ?? 0) > seconds);
  const index = at < 0 ? rows.length : at;
  const next = readTime(rows[index]?.start ?? "") ?? Number.POSITIVE_INFINITY;
  const end = Math.min(next, seconds + NEW_SECONDS);
  const row = { key: freeKey(rows), start: format(seconds), end: format(end), text: "" };
  return { rows: rows.toSpliced(index, 0, row), index };
}
