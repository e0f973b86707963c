import { fold } from "@/contract/fold";
import type { Language } from "@/contract/languages";
import type { Summary } from "../api/content/content";
import { itemPath, type PlacedType, sectionOfType } from "../routes/items";
import { sectionOf } from "../routes/lookup";
import type { Section } from "../routes/sections";
import type { SitePage } from "./site-pages";
import { hasAll, searchable } from "./words";

/** What a result is; the page has a word for each. */
export type Kind = "page" | "document" | "question" | PlacedType;

/** A kind of results, and how many there are. */
export type KindCount = { kind: Kind; count: number };

/** One result of a search. */
export type Found = {
  kind: Kind;
  /** Without its language; for a document the full URL. */
  path: string;
  section: Section;
  title: string;
  /** What it is about: its description, or a snippet around the words. */
  text: string;
  locale: Language;
  /** Of dated items: the one that came later goes first among equals. */
  at: string;
  score: number;
};

/** What a page of the site has ahead: it is what somebody who names it looks for. */
export const OWN_PAGE = 2;

/** What has ahead whatever a question in people's own words leads to. */
export const LED = 1000;

/**
 * A page of the site as a result; null when not all the words stand in it.
 *
 * @param led the words lead to it, wherever they stand
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

/** An item as a result: the words are somewhere in it. */
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

/** What is known about an item besides its texts, where no back end searches: subjects, who, where. */
export function factsOf({ author, tags, meta }: Summary): string[] {
  const facts = [author, ...tags, meta.location, meta.role, meta.organisation, meta.sector];
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** The relevance of a result: whole words in the title first, its text last. */
export function scoreOf(words: readonly string[], title: string, about: string): number {
  return words.reduce((sum, word) => {
    const [inTitle, inAbout] = [standsIn(word, title), standsIn(word, about)];
    return sum + inTitle * 10 + inAbout * 3 + 1;
  }, 0);
}

/** 2: as a whole word, 1: as a part of one, 0: not at all. */
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

/** Best match first; among equals the later one, then alphabetically. */
export function byScore(a: Found, b: Found): number {
  return b.score - a.score || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.title.localeCompare(b.title));
}

/** How many results there are of each kind, the most first. */
export function kindsOf(found: readonly Found[]): KindCount[] {
  const counts = new Map<Kind, number>();
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}
