import { familiesOf } from "@/contract/content/counterparts";
import { MAGAZINE_PAGE } from "@/contract/content/known-texts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "@/contract/languages";
import { slugInScript } from "@/contract/text/normalize-text";
import { catalogueOf, draftOf, listedAs } from "./catalogue";
import type { Summary } from "./content";

/** A subject of the magazine, with its name in one language. All languages share the slug. */
export type Topic = { slug: string; name: string; locale: Language; articles: Summary[] };

/**
 * Returns the magazine's subjects, ordered by number of articles. The subject of an article is its first tag. A
 * subject's slug is the tag in the default language. Tags have no translations, so the first tags of an article and of
 * its translation count as one subject.
 */
export async function topicsOf(locale: Language): Promise<Topic[]> {
  const articles = await catalogueOf("posts", locale);
  const fallback = await catalogueOf("posts", DEFAULT_LANGUAGE);
  return groupByTopic(articles, fallback);
}

/** Groups the magazine's articles by their subject. Exported for its test. */
export function groupByTopic(articles: readonly Summary[], fallback: readonly Summary[]): Topic[] {
  const tags = new Map(
    familiesOf([...fallback, ...articles]).flatMap((family) =>
      family.map((item) => [item, family[0]?.tags[0]]),
    ),
  );
  const topics = new Map<string, Topic>();
  for (const article of articles) {
    const name = article.tags[0];
    if (!name) continue;
    const slug = slugInScript(tags.get(article) ?? name);
    const topic = topics.get(slug) ?? { slug, name, locale: article.locale, articles: [] };
    topic.articles.push(article);
    topics.set(slug, topic);
  }
  return [...topics.values()].sort(
    (a, b) => b.articles.length - a.articles.length || (a.slug < b.slug ? -1 : 1),
  );
}

/**
 * Content that a URL below /magazine shows. A last path segment of digits is a page number. Any other last segment is
 * the slug of a subject or an article.
 */
export type MagazineEntry =
  | { kind: "page"; page: number; pages: number; articles: Summary[] }
  | { kind: "topic"; topic: Topic }
  | { kind: "article"; article: Summary };

/** Returns the page, subject, or article to which a URL of the magazine leads, or null if there is none. */
export async function magazineEntry(
  index: string,
  locale: Language,
): Promise<MagazineEntry | null> {
  const articles = await catalogueOf("posts", locale);
  if (/^\d+$/.test(index)) {
    const pages = Math.max(1, Math.ceil(articles.length / MAGAZINE_PAGE));
    const page = Number(index);
    // Each page of the magazine has one URL, so /01 is not accepted for /1.
    if (String(page) !== index || page < 1 || page > pages) return null;
    return {
      kind: "page",
      page,
      pages,
      articles: stickyFirst(articles).slice((page - 1) * MAGAZINE_PAGE, page * MAGAZINE_PAGE),
    };
  }
  const article =
    (await draftOf("posts", index, locale)) ?? (await listedAs("posts", index, locale));
  if (article) return { kind: "article", article };
  const topic = (await topicsOf(locale)).find(({ slug }) => slug === index);
  return topic ? { kind: "topic", topic } : null;
}

function stickyFirst(articles: readonly Summary[]): Summary[] {
  return articles.toSorted((a, b) => Number(b.isSticky ?? false) - Number(a.isSticky ?? false));
}

/** Returns every path segment that can follow /magazine/ in a language. */
export async function magazineIndexes(locale: Language): Promise<string[]> {
  const fallback = await catalogueOf("posts", DEFAULT_LANGUAGE);
  return indexesOf(await catalogueOf("posts", locale), fallback);
}

/** Returns the languages in which a page or a subject of the magazine exists. */
export async function languagesOfIndex(index: string): Promise<Language[]> {
  const indexes = await Promise.all(LANGUAGES.map(magazineIndexes));
  return LANGUAGES.filter((_, at) => indexes[at]?.includes(index));
}

/** Returns the path segments that can follow /magazine/: page numbers, subjects, and articles. */
export function indexesOf(articles: readonly Summary[], fallback: readonly Summary[]): string[] {
  const pages = Math.max(1, Math.ceil(articles.length / MAGAZINE_PAGE));
  return [
    ...Array.from({ length: pages }, (_, index) => String(index + 1)),
    ...groupByTopic(articles, fallback).map(({ slug }) => slug),
    ...articles.map(({ slug }) => slug),
  ];
}
