import type { FoundInText } from "@/contract/staff/feedback";
import { fold } from "@/contract/text/normalize-text";

/*
 * Finds names, links, contact data and scores, which a feedback text for an applicant should not contain. Only staff
 * see the result, because it would reveal names to evaluators.
 */

/** Index of names by their first word, so that each feedback text is read only once. */
export type NameIndex = ReadonlyMap<
  string,
  readonly { kind: "evaluator" | "project"; name: string; words: string[] }[]
>;

const wordsIn = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Minimum length of a one-word name to search for. Shorter names are often ordinary words. */
const SHORTEST = 4;

/** Builds the index of the names of evaluators and projects. */
export function indexNames(
  names: readonly { kind: "evaluator" | "project"; name: string }[],
): NameIndex {
  const index = new Map<
    string,
    { kind: "evaluator" | "project"; name: string; words: string[] }[]
  >();
  for (const { kind, name } of names) {
    const words = wordsIn(name);
    const [first] = words;
    if (first === undefined || (words.length === 1 && first.length < SHORTEST)) continue;
    const known = index.get(first) ?? [];
    known.push({ kind, name, words });
    index.set(first, known);
  }
  return index;
}

// Each pattern runs in linear time, because neighbouring parts cannot match the same characters.
const LINK =
  /\b(?:https?:\/\/|www\.)[^\s<>]{1,200}|\b[a-z0-9-]{1,63}\.(?:com|org|net|it|eu|io)\b/giu;
const ADDRESS = /[^\s@<>]{1,64}@[^\s@<>]{1,190}/gu;
const PHONE = /\+?\d(?:[\s./()-]?\d){7,14}/gu;
const SCORE = /\b\d{1,3}(?:[.,]\d)?\s?\/\s?(?:10|100)\b/gu;

/**
 * Returns the forbidden content in a feedback text, in no particular order. `own` is the name of the applicant's
 * project, which the text can contain.
 */
export function findInText(text: string, index: NameIndex, own: string): FoundInText[] {
  const found: FoundInText[] = [];
  const addresses = text.match(ADDRESS) ?? [];
  const without = addresses.reduce((rest, address) => rest.replace(address, " "), text);
  for (const one of addresses) found.push({ kind: "address", text: one });
  for (const one of without.match(LINK) ?? []) found.push({ kind: "link", text: one });
  for (const one of without.match(PHONE) ?? []) found.push({ kind: "phone", text: one });
  for (const one of without.match(SCORE) ?? []) found.push({ kind: "score", text: one });
  const words = wordsIn(text);
  const ownWords = wordsIn(own).join(" ");
  const names = new Set<string>();
  for (const [place, word] of words.entries()) {
    for (const { kind, name, words: wanted } of index.get(word) ?? []) {
      const isHere = wanted.every((part, offset) => words[place + offset] === part);
      if (!isHere || wanted.join(" ") === ownWords || names.has(`${kind} ${name}`)) continue;
      names.add(`${kind} ${name}`);
      found.push({ kind, text: name });
    }
  }
  // If a full name was found in the text, do not report the surname inside it as a second result.
  const isWithin = (one: FoundInText) =>
    found.some(({ kind, text: whole }) => kind === one.kind && whole.endsWith(` ${one.text}`));
  return found.filter((one) => one.kind !== "evaluator" || !isWithin(one));
}
