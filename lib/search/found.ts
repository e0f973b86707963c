import type { Language } from "@/contract/languages";
import { fold } from "@/contract/text/normalize-text";
import type { Summary } from "../content/content";
import { itemPath, type PlacedType, sectionOfType } from "../routes/items";
import { sectionOf } from "../routes/lookup";
import type { Section } from "../routes/sections";
import type { SitePage } from "./site-pages";
import { hasAll, searchable } from "./words";

/** The kind of a result. The results page has a label for each kind. */
export type Kind = "page" | "document" | "question" | PlacedType;

/** A kind of result and its number of results. */
export type KindCount = { kind: Kind; count: number };

/** One search result. */
export type Found = {
  kind: Kind;
  /** The path without its language. For a document, the full URL. */
  path: string;
  section: Section;
  title: string;
  /** The description, or a snippet around the matching words. */
  text: string;
  locale: Language;
  /** The date of a dated item. Among equal scores, the later item comes first. */
  at: string;
  score: number;
};

/** The score bonus of a site page, because visitors who name a page look for it. */
export const OWN_PAGE = 2;

/** The score bonus of a page to which the search tables lead. */
export const LED = 1000;

/**
 * Returns a site page as a result. Null when the page does not contain all words.
 *
 * @param led true when the search tables lead to the page, which then needs no matching words
 */
export function foundPage(
  page: SitePage,
  words: readonly string[],
  locale: Language,
  led = false,
): Found | null {
  if (!led && !hasAll(`${page.title} ${page.description} ${page.text}`, words)) return null;
  return {
    kind: page.file ? "document" : "page",
    path: page.path,
    section: (page.file ? undefined : sectionOf(page.path)) ?? "call",
    title: page.title,
    text: page.description,
    locale,
    at: "",
    score: scoreOf(words, page.title, page.description) + OWN_PAGE + (led ? LED : 0),
  };
}

/** Returns an item as a result. The caller has checked that the item contains the words. */
export function foundItem(type: PlacedType, item: Summary, words: readonly string[]): Found {
  const { slug, title, excerpt, locale, publishedAt } = item;
  return {
    kind: type,
    path: itemPath(type, slug),
    section: sectionOfType(type),
    title,
    text: excerpt,
    locale,
    at: publishedAt,
    score: scoreOf(words, title, `${excerpt} ${factsOf(item).join(" ")}`),
  };
}

/** Returns the searchable facts of an item besides its texts: author, tags, place, and roles. No back end searches them. */
export function factsOf({ author, tags, meta }: Summary): string[] {
  const facts = [author, ...tags, meta.location, meta.role, meta.organisation, meta.sector];
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** Returns the relevance of a result: whole words in the title count most, words in the text least. */
export function scoreOf(words: readonly string[], title: string, about: string): number {
  return words.reduce((sum, word) => {
    const [inTitle, inAbout] = [standsIn(word, title), standsIn(word, about)];
    return sum + inTitle * 10 + inAbout * 3 + 1;
  }, 0);
}

/** Returns 2 for a whole word in the text, 1 for a part of a word, 0 for no match. */
function standsIn(word: string, text: string): 0 | 1 | 2 {
  const [part, whole] = [fold(word), searchable(text)];
  const at = whole.indexOf(part);
  if (at < 0) return 0;
  const letter = /[\p{L}\p{N}]/u;
  for (let from = at; from >= 0; from = whole.indexOf(part, from + 1)) {
    const [before = " ", after = " "] = [whole[from - 1], whole[from + part.length]];
    if (!letter.test(before) && !letter.test(after)) return 2;
  }
  return 1;
}

/** Compares results: best match first, then the later date, then alphabetically. */
export function byScore(a: Found, b: Found): number {
  return b.score - a.score || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.title.localeCompare(b.title));
}

/** Counts the results of each kind, most results first. */
export function kindsOf(found: readonly Found[]): KindCount[] {
  const counts = new Map<Kind, number>();
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}
