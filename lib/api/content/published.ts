import { DEFAULT_LANGUAGE, type Language, loadPerLanguage } from "@/contract/languages";
import { perProcess } from "../../per-process";
import { itemPath, PAGED_TYPES, type PagedType } from "../../routes/items";
import { publish } from "../../routes/published";
import { joined } from "./catalogue";
import { CONTENT_REVALIDATE, fetchSummaries } from "./content";
import { indexesOf } from "./magazine";

type Paths = Record<Language, string[]>;

/** Each type's pages as they were read last: a WordPress is asked for what has changed alone. */
const known = perProcess("published-paths", () => new Map<PagedType, Paths>());

/** Every page of a type's items, by language. */
async function pathsOf(type: PagedType): Promise<Paths> {
  const fallback = await fetchSummaries(type, DEFAULT_LANGUAGE);
  return loadPerLanguage(async (locale) => {
    const isDefault = locale === DEFAULT_LANGUAGE;
    const items = isDefault ? fallback : joined(await fetchSummaries(type, locale), fallback);
    // The magazine's lists have addresses like its articles'.
    const slugs = type === "posts" ? indexesOf(items, fallback) : items.map(({ slug }) => slug);
    return [...slugs].map((slug) => itemPath(type, slug));
  });
}

/** Reads which content pages exist, of some types or all, and tells the middleware. Throws when that fails. */
export async function refreshPublished(changed: readonly PagedType[] = PAGED_TYPES): Promise<void> {
  const types = PAGED_TYPES.filter((type) => changed.includes(type) || !known.has(type));
  await Promise.all(types.map(async (type) => known.set(type, await pathsOf(type))));
  const paths = await loadPerLanguage(
    async (locale) => new Set([...known.values()].flatMap((each) => each[locale])),
  );
  publish({ paths, at: Date.now(), refresh: quietly });
}

/** What was known stays known while the content is unreachable. */
async function quietly(): Promise<void> {
  await refreshPublished().catch((error) => console.error("content: not read again", error));
}

/** Keeps the middleware's knowledge as fresh as the pages are. */
export async function keepPublished(): Promise<void> {
  setInterval(quietly, CONTENT_REVALIDATE * 1000).unref();
  await quietly();
}
