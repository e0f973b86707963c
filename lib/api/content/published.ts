import { DEFAULT_LANGUAGE, type Language, loadPerLanguage } from "@/contract/languages";
import { itemPath, PAGED_TYPES, type PagedType } from "../../routes/items";
import { publish } from "../../routes/published";
import { joined } from "./catalogue";
import { CONTENT_REVALIDATE, fetchSummaries, type Summary } from "./content";
import { indexesOf } from "./magazine";

/** Every page of an item in a language. */
async function pathsOf(locale: Language): Promise<Set<string>> {
  const read = async (type: PagedType): Promise<[Summary[], Summary[]]> => {
    const fallback = await fetchSummaries(type, DEFAULT_LANGUAGE);
    if (locale === DEFAULT_LANGUAGE) return [fallback, fallback];
    return [joined(await fetchSummaries(type, locale), fallback), fallback];
  };
  const paths = new Set<string>();
  for (const type of PAGED_TYPES) {
    const [items, fallback] = await read(type);
    // The magazine's lists have addresses like its articles'.
    const slugs = type === "posts" ? indexesOf(items, fallback) : items.map(({ slug }) => slug);
    for (const slug of slugs) paths.add(itemPath(type, slug));
  }
  return paths;
}

/** Reads which content pages exist, and tells the middleware. Throws when that fails. */
export async function refreshPublished(): Promise<void> {
  const paths = await loadPerLanguage(pathsOf);
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
