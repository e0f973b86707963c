import {
  DEFAULT_LANGUAGE,
  type Language,
  loadPerLanguage,
  perLanguage,
} from "@/contract/languages";
import { perProcess } from "../../per-process";
import { itemPath, PAGED_TYPES, type PagedType } from "../../routes/items";
import { publish } from "../../routes/published";
import { familiesOf, joined } from "./catalogue";
import { CONTENT_REVALIDATE, contentTag, fetchSummaries } from "./content";
import { refreshOwn } from "./follow";
import { indexesOf } from "./magazine";

type Paths = Record<Language, string[]>;

/** Each type's pages as they were read last: a WordPress is asked for what has changed alone. */
const known = perProcess("published-paths", () => new Map<PagedType, Paths>());

/** Every page of a type's items, by language. */
async function pathsOf(type: PagedType): Promise<Paths> {
  const own = await loadPerLanguage((locale) => fetchSummaries(type, locale));
  const fallback = own[DEFAULT_LANGUAGE];
  const families = familiesOf(Object.values(own).flat());
  return perLanguage((locale) => {
    const items = locale === DEFAULT_LANGUAGE ? fallback : joined(own[locale], fallback);
    // An item's page is also reached by what its counterparts are called.
    const shown = new Set(items);
    const called = families.filter((family) => family.some((item) => shown.has(item))).flat();
    // The magazine's lists have addresses like its articles'.
    const lists = type === "posts" ? indexesOf(items, fallback) : [];
    const slugs = new Set([...lists, ...called.map(({ slug }) => slug)]);
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

/** What was known stays known while the content is unreachable; pages that list what has changed are made anew. */
async function quietly(): Promise<void> {
  const before = new Map(known);
  try {
    await refreshPublished();
    const changed = PAGED_TYPES.filter((type) => {
      const [former, now] = [before.get(type), known.get(type)];
      return former && JSON.stringify(former) !== JSON.stringify(now);
    });
    if (changed.length > 0) await refreshOwn(changed.map((type) => contentTag(type)));
  } catch (error) {
    console.error("content: not read again", error);
  }
}

/** Keeps the middleware's knowledge as fresh as the pages are. */
export async function keepPublished(): Promise<void> {
  setInterval(quietly, CONTENT_REVALIDATE * 1000).unref();
  await quietly();
}
