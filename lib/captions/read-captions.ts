import { textLength } from "@/contract/fields";
import { CAPTION_LIMITS, type Cue, toMilliseconds } from "@/contract/project/captions";
import { cleanLines } from "@/contract/text/clean-text";

/** Reasons why a caption file is rejected. */
export const CAPTION_PROBLEMS = [
  "too_large",
  "empty",
  "not_captions",
  "no_time",
  "no_gap",
  "ends_early",
  "out_of_order",
  "too_late",
  "too_many",
  "too_long",
] as const;
export type CaptionProblem = (typeof CAPTION_PROBLEMS)[number];

/**
 * Problem of a rejected caption file, with the line's number if the problem is in one line of the file.
 */
export type RefusedCaptions = { problem: CaptionProblem; line?: number };
/**
 * Result of reading a caption file. `isGuessed`: the file is neither UTF-8 nor UTF-16, so some letters can be wrong.
 */
export type ReadCaptions = { cues: Cue[]; isGuessed: boolean } | RefusedCaptions;

class Refusal extends Error {
  readonly refused: RefusedCaptions;
  constructor(problem: CaptionProblem, line?: number) {
    super(problem);
    this.refused = line === undefined ? { problem } : { problem, line };
  }
}

/**
 * Parses a WebVTT or SubRip caption file; the content decides the format. Removes markup, positions and styles, but
 * keeps a speaker's name as text. Rejects the whole file at its first problem, so that no cue disappears unnoticed.
 */
export function readCaptions(bytes: Uint8Array): ReadCaptions {
  if (bytes.length > CAPTION_LIMITS.bytes) return { problem: "too_large" };
  if (bytes.length === 0) return { problem: "empty" };
  const { text, isGuessed } = decode(bytes);
  // A text file contains no NUL character. A file with a NUL character is a picture, a video, or UTF-16 without a byte
  // order mark.
  if (text.includes("\0")) return { problem: "not_captions" };
  try {
    const cues = parse(text.split(/\r\n|[\r\n]/));
    return cues.length > 0 ? { cues, isGuessed } : { problem: "empty" };
  } catch (error) {
    if (error instanceof Refusal) return error.refused;
    throw error;
  }
}

/**
 * Decodes a caption file as UTF-16 with a byte order mark, else as UTF-8, else as Windows-1252. Older subtitle programs
 * write Windows-1252, which never fails to decode.
 */
function decode(bytes: Uint8Array): { text: string; isGuessed: boolean } {
  const [first, second] = bytes;
  const as = (name: string, fatal = false) => new TextDecoder(name, { fatal }).decode(bytes);
  if (first === 0xff && second === 0xfe) return { text: as("utf-16le"), isGuessed: false };
  if (first === 0xfe && second === 0xff) return { text: as("utf-16be"), isGuessed: false };
  try {
    return { text: as("utf-8", true), isGuessed: false };
  } catch {
    return { text: as("windows-1252"), isGuessed: true };
  }
}

/** Blocks of a WebVTT file that are not cues. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const ARROW = "-->";

function parse(lines: string[]): Cue[] {
  const isVtt = /^WEBVTT(?:\s|$)/.test(lines[0] ?? "");
  if (!isVtt && !lines.some((line) => line.includes(ARROW))) throw new Refusal("not_captions");
  const cues: Cue[] = [];
  let at = 0;
  /** Returns the lines from position `at` to the next empty line, and moves `at` to that empty line. */
  function takeBlock(): string[] {
    const start = at;
    while (at < lines.length && lines[at]?.trim() !== "") at += 1;
    return lines.slice(start, at);
  }
  if (isVtt) takeBlock();
  while (at < lines.length) {
    if (lines[at]?.trim() === "") {
      at += 1;
      continue;
    }
    if (isVtt && OTHER_BLOCK.test(lines[at] ?? "")) {
      takeBlock();
      continue;
    }
    // Skip the line before a cue's times if it contains the cue's number or name.
    if (!lines[at]?.includes(ARROW) && lines[at + 1]?.includes(ARROW)) at += 1;
    const line = at + 1;
    const times = readTimes(lines[at] ?? "", line);
    at += 1;
    const written = takeBlock();
    const missing = written.findIndex((one) => TIMES.test(one));
    if (missing >= 0) throw new Refusal("no_gap", line + 1 + missing);
    const text = plain(written.join("\n"));
    if (textLength(text) > CAPTION_LIMITS.text) throw new Refusal("too_long", line);
    if (times.start < (cues.at(-1)?.start ?? 0)) throw new Refusal("out_of_order", line);
    if (text === "") continue;
    if (cues.length === CAPTION_LIMITS.cues) throw new Refusal("too_many", line);
    cues.push({ ...times, text });
  }
  return cues;
}

/** Pattern of a cue's two times, each with optional hours and up to three decimals, followed by WebVTT's settings. */
const TIMES =
  /^\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?(?:\s|$)/;

function readTimes(written: string, line: number) {
  const [, ...parts] = TIMES.exec(written) ?? [];
  if (parts.length === 0) throw new Refusal("no_time", line);
  const [start, end] = [secondsOf(parts.slice(0, 4)), secondsOf(parts.slice(4))];
  if (start === null || end === null) throw new Refusal("no_time", line);
  if (end <= start) throw new Refusal("ends_early", line);
  if (end > CAPTION_LIMITS.seconds) throw new Refusal("too_late", line);
  return { start, end };
}

/** Converts the time of a caption cue to seconds. Null if the part for minutes or for seconds is above 59. */
function secondsOf([hours = "0", minutes = "0", seconds = "0", fraction = "0"]: (
  | string
  | undefined
)[]): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return toMilliseconds(whole + Number(`0.${fraction}`));
}

/** WebVTT tag with the name of a cue's speaker: `<v Maria>`. */
const SPEAKER = /<v(?:\.[^\s<>]*)?[ \t]([^<>]*)>/g;
/**
 * Markup in a caption cue: tags of WebVTT and SubRip, times inside a cue, and codes of other subtitle programs such as
 * `{\an8}`.
 */
const MARKUP = /<\/?[a-z][^<>]*>|<\/?>|<[\d:.]+>|\{\\[^{}]*\}/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&nbsp;": " ",
  "&lrm;": "",
  "&rlm;": "",
};

/**
 * Returns the text of a caption cue without markup. HTML entities are replaced last, so that escaped markup stays as
 * visible text.
 */
function plain(text: string): string {
  const bare = text
    .replaceAll(SPEAKER, (_, name: string) => `${name.trim()}: `)
    .replaceAll(MARKUP, "")
    .replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity);
  return cleanLines(bare).replaceAll(/\n\s*\n/g, "\n");
}
