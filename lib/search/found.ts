import type { Language } from "@/contract/languages";
import { fold } from "@/contract/text/normalize-text";
import type { Summary } from "../content/content";
import { itemPath, type PlacedType, sectionOfType } from "../routes/items";
import { sectionOf } from "../routes/lookup";
import type { Section } from "../routes/sections";
import type { SitePage } from "./site-pages";
import { hasAll, searchable } from "./words";

/** The kind of a search result. The results page has a label for each kind. */
export type Kind = "page" | "document" | "question" | PlacedType;

export type KindCount = { kind: Kind; count: number };

/** One search result. */
export type Found = {
  kind: Kind;
  /** The path of the result's page without its language. For a document, the full URL. */
  path: string;
  section: Section;
  title: string;
  /** The description of the page or item, or the part of its text around the matching words. */
  text: string;
  locale: Language;
  /**
   * The date of an article, event, or other dated item. Among results with equal scores, the later item comes first.
   */
  at: string;
  score: number;
};

/**
 * The score bonus in search results for a page of the site itself, because visitors who type a page's name look for
 * that page.
 */
export const OWN_PAGE = 2;

/** The score bonus in search results for a page that the table `search.asked` in messages/ lists for the query. */
export const LED = 1000;

/**
 * Returns a site page as a search result. Null when the page does not contain all words.
 *
 * @param led true when the table `search.asked` lists the page for the query; the page then needs no matching words
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

/**
 * Returns a content item as a search result. The caller has checked that the item contains all words of the query.
 */
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

/**
 * Returns an item's facts that only this site searches: author, tags, place, role, organisation, and sector. Content
 * back ends search texts only.
 */
export function factsOf({ author, tags, meta }: Summary): string[] {
  const facts = [author, ...tags, meta.location, meta.role, meta.organisation, meta.sector];
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** Returns the relevance of a search result. Whole words in the title count most, words in the text least. */
export function scoreOf(words: readonly string[], title: string, about: string): number {
  return words.reduce((sum, word) => {
    const [inTitle, inAbout] = [standsIn(word, title), standsIn(word, about)];
    return sum + inTitle * 10 + inAbout * 3 + 1;
  }, 0);
}

/** Returns 2 if a text contains a word as a whole word, 1 if only as a part of a word, and 0 otherwise. */
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

/** Sorts search results by score, highest first, then by date, latest first, then alphabetically. */
export function byScore(a: Found, b: Found): number {
  return b.score - a.score || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.title.localeCompare(b.title));
}

/** Counts the search results of each kind. The kind with the most results comes first. */
export function kindsOf(found: readonly Found[]): KindCount[] {
  const counts = new Map<Kind, number>();
  for (const { kind } of found) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}
