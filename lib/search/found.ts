import type { Summary } from "../api/content";
import type { Locale } from "../i18n/routing";
import { itemPath } from "../routes/items";
import { SECTION_PATH, type Section, sectionOf } from "../routes/sections";
import type { SitePage } from "./site-pages";
import { fold, hasAll } from "./words";

/** What a result is; the page has a word for each. */
export const KINDS = [
  "page",
  "document",
  "posts",
  "stories",
  "courses",
  "events",
  "lessons",
  "people",
  "question",
] as const;
export type Kind = (typeof KINDS)[number];

/** One result of a search. */
export type Found = {
  kind: Kind;
  /** Without its language; of a document the whole address. */
  path: string;
  section: Section;
  title: string;
  /** What it is about: its description, or the piece of its text where the words stand. */
  text: string;
  locale: Locale;
  /** Of dated items: the one that came later goes first among equals. */
  at: string;
  score: number;
};

/** Types whose items are places on a page, or pages of their own. */
export type FoundType = "posts" | "stories" | "courses" | "events" | "lessons" | "people";

/** A page of the site as a result; null when not all the words stand in it. */
export function foundPage(page: SitePage, words: readonly string[], locale: Locale): Found | null {
  if (!hasAll(`${page.title} ${page.description} ${page.text}`, words)) return null;
  return {
    kind: page.file ? "document" : "page",
    path: page.path,
    section: (page.file ? undefined : sectionOf(page.path)) ?? "call",
    title: page.title,
    text: page.description,
    locale,
    at: "",
    // A page of the site is what somebody looks for who names it.
    score: scoreOf(words, page.title, page.description) + 2,
  };
}

/** An item as a result: the words stand somewhere in it. */
export function foundItem(type: FoundType, item: Summary, words: readonly string[]): Found {
  const { slug, title, excerpt, locale, publishedAt } = item;
  const path = {
    lessons: `${SECTION_PATH.academy}#${slug}`,
    people: `${SECTION_PATH.network}#${slug}`,
    posts: itemPath("posts", slug),
    stories: itemPath("stories", slug),
    courses: itemPath("courses", slug),
    events: itemPath("events", slug),
  }[type];
  return {
    kind: type,
    path,
    section: sectionOf(path.replace(/#.*/, "")) ?? "call",
    title,
    text: excerpt,
    locale,
    at: publishedAt,
    score: scoreOf(words, title, `${excerpt} ${factsOf(item).join(" ")}`),
  };
}

/** What is known of an item beside its texts, where no back end looks: subjects, who, where. */
export function factsOf({ author, tags, meta }: Summary): string[] {
  const facts = [author, ...tags, meta.location, meta.role, meta.organisation, meta.sector];
  return facts.filter((fact): fact is string => Boolean(fact));
}

/** How near a result is to what was asked: whole words of the title first, its text last. */
export function scoreOf(words: readonly string[], title: string, about: string): number {
  return words.reduce((sum, word) => {
    const [inTitle, inAbout] = [standsIn(word, title), standsIn(word, about)];
    return sum + inTitle * 10 + inAbout * 3 + 1;
  }, 0);
}

/** 2: as a whole word, 1: as a part of one, 0: not at all. */
function standsIn(word: string, text: string): 0 | 1 | 2 {
  const [part, whole] = [fold(word), fold(text)];
  const at = whole.indexOf(part);
  if (at < 0) return 0;
  const letter = /[\p{L}\p{N}]/u;
  for (let from = at; from >= 0; from = whole.indexOf(part, from + 1)) {
    const [before = " ", after = " "] = [whole[from - 1], whole[from + part.length]];
    if (!letter.test(before) && !letter.test(after)) return 2;
  }
  return 1;
}

/** The best first; among equals the later one, then the alphabet. */
export function byScore(a: Found, b: Found): number {
  return b.score - a.score || (a.at < b.at ? 1 : a.at > b.at ? -1 : a.title.localeCompare(b.title));
}
