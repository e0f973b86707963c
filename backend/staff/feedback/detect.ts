import type { FoundInText } from "@/contract/staff/feedback";
import { fold } from "@/contract/text/normalize-text";

/*
 * Finds names, links, contact data and scores, which a feedback text for an applicant should not contain. Only staff
 * see the result, because it would reveal names to evaluators.
 */

type Name = { kind: "evaluator" | "project"; name: string };

/**
 * A tree of names, with one level per word, so that each feedback text is read only once, even if many names begin with
 * the same word. `names` end at this node.
 */
export type NameIndex = { names: Name[]; next: Map<string, NameIndex> };

const wordsIn = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Minimum length of a one-word name to search for. Shorter names are often ordinary words. */
const SHORTEST = 4;

/** Builds the tree of the names of evaluators and projects. */
export function indexNames(names: readonly Name[]): NameIndex {
  const index: NameIndex = { names: [], next: new Map() };
  for (const one of names) {
    const words = wordsIn(one.name);
    const [first] = words;
    if (first === undefined || (words.length === 1 && first.length < SHORTEST)) continue;
    let node = index;
    for (const word of words) {
      const next = node.next.get(word) ?? { names: [], next: new Map() };
      node.next.set(word, next);
      node = next;
    }
    node.names.push(one);
  }
  return index;
}

/**
 * Top-level domains of links without `https://` or a path: the usual generic domains, and all country domains except
 * those that Italian abbreviations such as *gent.mo* end with.
 */
const DOMAINS = [
  "com|org|net|info|biz|edu|gov|int|name|mobi|jobs|coop|museum|dev|app|xyz|online|site|website|web|shop|store|tech",
  "cloud|club|academy|agency|blog|digital|email|foundation|global|group|live|media|news|ngo|page|solutions|space",
  "studio|team|today|travel|wiki|work|world|zone|ventures|bio|eco|green|health|finance|fund|capital|link|design",
  "ac|ad|ae|af|ag|ai|al|am|ao|aq|ar|as|at|au|aw|ax|az|ba|bb|bd|be|bf|bg|bh|bi|bj|bm|bn|bo|br|bs|bt|bw|by|bz|ca|cc|cd",
  "cf|cg|ch|ci|ck|cl|cm|cn|co|cr|cu|cv|cw|cx|cy|cz|de|dj|dk|dm|do|dz|ec|ee|eg|er|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gb|gd",
  "ge|gf|gg|gh|gi|gl|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|id|ie|il|im|in|io|iq|ir|is|it|je|jm|jo|jp|ke|kg",
  "kh|ki|km|kn|kp|kr|kw|ky|kz|la|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|ma|mc|md|me|mg|mh|mk|ml|mm|mn|mp|mq|mr|ms|mt|mu|mv|mw",
  "mx|my|mz|nc|ne|nf|ng|ni|nl|no|np|nr|nu|nz|om|pa|pe|pf|pg|ph|pk|pl|pm|pn|pr|ps|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|sc",
  "sd|se|sg|sh|si|sk|sl|sm|sn|so|sr|ss|st|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|to|tr|tt|tv|tw|tz|ua|ug|uk|us",
  "uy|uz|va|vc|ve|vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw",
].join("|");

// Each pattern runs in linear time, because neighbouring parts cannot match the same characters, or have a maximum
// length. The last label of a domain has two characters at least, so that "p.es." and "S.p.A." are no links.
const LABEL = "[\\p{L}\\p{N}-]";
const DOMAIN = `(?<![\\p{L}\\p{N}.-])(?:${LABEL}{1,63}\\.){0,4}(?:[\\p{N}-]{1,8}\\p{L}|\\p{L}${LABEL})${LABEL}{0,54}\\.`;
const PATH = "\\/[^\\s<>]{1,200}";
const LINK = new RegExp(
  `(?:https?:\\/\\/|www\\.)[^\\s<>]{1,200}|${DOMAIN}(?:(?:${DOMAINS})(?!${LABEL})(?:${PATH})?|(?!ssa)[a-z]{3,24}${PATH})`,
  "giu",
);
/** A missing space between two sentences ("completo.Il piano") is no link. */
const SENTENCE_END = /^(?!https?:|www\.)[^/]{1,320}\.\p{Lu}\p{Ll}+(?:\/|$)/u;
const ADDRESS = /[^\s@<>]{1,64}@[^\s@<>]{1,190}/gu;
const PHONE = /\+?\(?\d(?:[\s./()-]{0,3}\d){7,14}/gu;
/** Amounts, dates, and years, which have the digits of a phone number. */
const NO_PHONE =
  /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d{4}-\d\d-\d\d|\d\d?[./-]\d\d?[./-]\d{4}|(?:(?:19|20)\d\d[\s./-]{0,3})+)$/u;
const SCORE = /\b\d{1,3}(?:[.,]\d)?\s?\/\s?(?:10|100)\b/gu;

/** Patterns in the order of the search, each with a pattern of matches that are not forbidden. */
const PATTERNS: readonly (readonly [FoundInText["kind"], RegExp, RegExp?])[] = [
  ["address", ADDRESS],
  ["link", LINK, SENTENCE_END],
  ["phone", PHONE, NO_PHONE],
  ["score", SCORE],
];

/**
 * Returns the forbidden content in a feedback text, in no particular order. `own` is the name of the applicant's
 * project, which the text can contain.
 */
export function findInText(text: string, index: NameIndex, own: string): FoundInText[] {
  const found: FoundInText[] = [];
  let rest = text;
  // Removes each result from the text, so that a later pattern does not find a part of the result again.
  for (const [kind, pattern, isOther] of PATTERNS) {
    rest = rest.replace(pattern, (one) => {
      if (isOther?.test(one)) return one;
      found.push({ kind, text: one });
      return " ";
    });
  }
  const words = wordsIn(text);
  const ownWords = wordsIn(own).join(" ");
  const names = new Map<string, Name>();
  for (const start of words.keys()) {
    let node: NameIndex | undefined = index;
    for (let end = start; node; end += 1) {
      node = node.next.get(words[end] ?? "");
      if (!node?.names.length || words.slice(start, end + 1).join(" ") === ownWords) continue;
      for (const one of node.names) names.set(`${one.kind} ${one.name}`, one);
    }
  }
  for (const { kind, name } of names.values()) found.push({ kind, text: name });
  // If a full name was found in the text, do not report the surname inside it as a second result.
  const isWithin = (one: FoundInText) =>
    found.some(({ kind, text: whole }) => kind === one.kind && whole.endsWith(` ${one.text}`));
  return found.filter((one) => one.kind !== "evaluator" || !isWithin(one));
}
