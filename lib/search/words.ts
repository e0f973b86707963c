import { cleanLine } from "@/contract/text/clean-text";
import { fold } from "@/contract/text/normalize-text";

/*
 * The search compares normalized letters (contract/text/normalize-text.ts), but results show the original text. Each
 * normalized letter therefore keeps its position in the original text.
 */

/**
 * Maximum number of characters of a query, and maximum number of its words. The search ignores further characters and
 * words, because only programs send longer queries.
 */
export const QUERY_MAX = 100;
const WORDS_MAX = 8;
/**
 * Searched words with fewer characters than this number are highlighted only at the start of a word, because "di"
 * occurs inside many words.
 */
const SHORT = 3;

/** A part of a search result's text. `hit` is true for a part that matches a searched word. */
export type Part = { text: string; hit: boolean };

/** The thousands separator in a number. A search for 50000 must find "50.000" and "50,000". */
const THOUSANDS = /(?<=\d)[.,’'](?=\d{3}(?!\d))/g;

/**
 * A space as a thousands separator. Only queries use this pattern, because in texts a space can separate two numbers.
 */
const SPACED = /(?<=(?<!\d)\d{1,3}) (?=\d{3}(?!\d))/g;

/** Returns a text in the form that the search compares: with normalized letters, and numbers without separators. */
export function searchable(text: string): string {
  return fold(text).replaceAll(THOUSANDS, "");
}

/** Normalizes a search query to one line, single spaces, and a limited length. */
export function tidyQuery(query: string): string {
  // Cut the query first, because it comes from the URL and has no length limit.
  const line = cleanLine(query.slice(0, 4 * QUERY_MAX)).replaceAll(/\s+/g, " ");
  return Array.from(line).slice(0, QUERY_MAX).join("").trim();
}

/** Elided Italian articles and prepositions. The search for "dell’impresa" uses only "impresa". */
const ELIDED =
  /(?<!\p{L})(?:[ldcsmtvn]|un|gl|(?:[dn]e|su|a|da|co|que|be)ll|quest|anch)['’](?=\p{L})/giu;

/**
 * Returns the words of a query without elided articles, thousands separators, and repetitions. Drops single letters if
 * the query has longer words.
 */
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

/** Reports whether a query has a word of at least two letters. Single letters match too many texts. */
export function isQuestion(query: string): boolean {
  return wordsOf(query).some((word) => fold(word).length > 1);
}

/** Reports whether a text contains every word, also as a part of a longer word and regardless of case and accents. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const plain = searchable(text);
  return words.every((word) => plain.includes(fold(word)));
}

/** Splits a text into the parts that match a searched word and the parts between them. */
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

/** Returns the part of a text around the first searched word, cut between words. Null if no word matches. */
export function snippet(text: string, words: readonly string[], length = 200): string | null {
  const first = hitsIn(text, words)[0];
  if (!first) return null;
  const wanted = Math.max(0, first[0] - Math.round(length / 3));
  const from = wanted === 0 ? 0 : text.lastIndexOf(" ", wanted) + 1;
  const limit = from + length;
  const to = limit >= text.length ? text.length : Math.max(text.lastIndexOf(" ", limit), first[1]);
  return `${from > 0 ? "… " : ""}${text.slice(from, to)}${to < text.length ? " …" : ""}`;
}

/** Returns the beginning of a text, up to a length in characters, cut between words. */
export function beginning(text: string, length = 200): string {
  return text.length <= length ? text : `${text.slice(0, text.lastIndexOf(" ", length))} …`;
}

/** Returns the positions of the searched words in a text, in order, without overlaps. */
function hitsIn(text: string, words: readonly string[]): [from: number, to: number][] {
  const { folded, starts, ends } = foldedWithPlaces(text);
  const hits: [number, number][] = [];
  for (const word of words.map(fold).filter(Boolean)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      // Read two code units, because the character before the match can be a surrogate pair.
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
    // Extend the last position: a combining accent belongs to the letter before it, and a separator to the digit before
    // it.
    if (plain === "" && ends.length > 0) ends[ends.length - 1] = at;
    folded += plain;
  }
  return { folded, starts, ends };
}
