import { cleanLine } from "@/contract/clean-text";
import { fold } from "@/contract/fold";

/*
 * How the search compares: folded letters (contract/fold.ts). A text keeps its own letters wherever it
 * is shown, so folding also says where each folded letter stood.
 */

/** Longer queries are cut, and further words are dropped: people do not send them, but programs do. */
export const QUERY_MAX = 100;
const WORDS_MAX = 8;
/** Shorter words are marked only where a word begins: "di" is in half of all words. */
const SHORT = 3;

/** A part of a text; `hit` when it is one of the words looked for. */
export type Part = { text: string; hit: boolean };

/** What stands between the thousands of a figure: "50.000" and "50,000" are 50000 to whoever looks for it. */
const THOUSANDS = /(?<=\d)[.,’'](?=\d{3}(?!\d))/g;

/** In a query also a space: "50 000". In texts it may stand between two figures. */
const SPACED = /(?<=(?<!\d)\d{1,3}) (?=\d{3}(?!\d))/g;

/** A text as the search compares it: plain letters, figures without points. */
export function searchable(text: string): string {
  return fold(text).replaceAll(THOUSANDS, "");
}

/** What a person asked, tidied: one line, one space between words, not endless. */
export function tidyQuery(query: string): string {
  // Cut first: a page asks with what stands in its address, however long that is.
  const line = cleanLine(query.slice(0, 4 * QUERY_MAX)).replaceAll(/\s+/g, " ");
  return Array.from(line).slice(0, QUERY_MAX).join("").trim();
}

/** Elided Italian articles and prepositions: of "dell’impresa" only one word is searched for. */
const ELIDED =
  /(?<!\p{L})(?:[ldcsmtvn]|un|gl|(?:[dn]e|su|a|da|co|que|be)ll|quest|anch)['’](?=\p{L})/giu;

/** The words of a query as typed; single letters only when there is nothing else. */
export function wordsOf(query: string): string[] {
  const words =
    tidyQuery(query)
      .replaceAll(SPACED, "")
      .replaceAll(THOUSANDS, "")
      .replaceAll(ELIDED, " ")
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const long = words.filter((word) => fold(word).length > 1);
  return [
    ...new Map((long.length > 0 ? long : words).map((word) => [fold(word), word])).values(),
  ].slice(0, WORDS_MAX);
}

/** Whether there is enough to search for: a single letter is everywhere. */
export function isQuestion(query: string): boolean {
  return wordsOf(query).some((word) => fold(word).length > 1);
}

/** Whether every word is somewhere in a text. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const plain = searchable(text);
  return words.every((word) => plain.includes(fold(word)));
}

/** Splits a text into matches and what lies between. */
export function markedParts(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const [from, to] of hitsIn(text, words)) {
    if (from > end) parts.push({ text: text.slice(end, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    end = to;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

/** The piece of a text around the first word found, cut between words; null when there is none. */
export function snippet(text: string, words: readonly string[], length = 200): string | null {
  const first = hitsIn(text, words)[0];
  if (!first) return null;
  const wanted = Math.max(0, first[0] - Math.round(length / 3));
  const from = wanted === 0 ? 0 : text.lastIndexOf(" ", wanted) + 1;
  const limit = from + length;
  const to = limit >= text.length ? text.length : Math.max(text.lastIndexOf(" ", limit), first[1]);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

/** How a text begins, cut between words. */
export function beginning(text: string, length = 200): string {
  return text.length <= length ? text : `${text.slice(0, text.lastIndexOf(" ", length))} …`;
}

/** The positions of words in a text, in order and without overlaps. */
function hitsIn(text: string, words: readonly string[]): [from: number, to: number][] {
  const { folded, starts, ends } = foldedWithPlaces(text);
  const hits: [number, number][] = [];
  for (const word of words.map(fold).filter(Boolean)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      // Two units are enough to hold the character before.
      const before = folded.slice(Math.max(0, at - 2), at);
      if (word.length < SHORT && /[\p{L}\p{N}]$/u.test(before)) continue;
      hits.push([starts[at] ?? 0, ends[at + word.length - 1] ?? text.length]);
    }
  }
  const merged: [number, number][] = [];
  for (const [from, to] of hits.sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

function foldedWithPlaces(text: string): { folded: string; starts: number[]; ends: number[] } {
  let folded = "";
  const starts: number[] = [];
  const ends: number[] = [];
  const dropped = new Set([...text.matchAll(THOUSANDS)].map(({ index }) => index));
  let at = 0;
  for (const letter of text) {
    const plain = dropped.has(at) ? "" : fold(letter);
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(at);
      ends.push(at + letter.length);
    }
    at += letter.length;
    // A combining accent belongs to the letter before it, a point to its figure.
    if (plain === "" && ends.length > 0) ends[ends.length - 1] = at;
    folded += plain;
  }
  return { folded, starts, ends };
}
