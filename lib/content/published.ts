import { setTimeout } from "node:timers/promises";
import { EVENT_LISTS } from "@/contract/content/attendance";
import { familiesOf } from "@/contract/content/counterparts";
import { plainSlug, SLUG } from "@/contract/content/slugs";
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  loadPerLanguage,
  perLanguage,
} from "@/contract/languages";
import { config } from "../config";
import { perProcess } from "../per-process";
import { itemPath, PAGED_TYPES, type PagedType, pageOf } from "../routes/items";
import type { Place } from "../routes/path";
import { publish } from "../routes/published";
import { joined } from "./catalogue";
import {
  CONTENT_REVALIDATE,
  contentTag,
  fetchSummaries,
  isPublished,
  type Summary,
} from "./content";
import { refreshOwn } from "./follow";
import { isPaused } from "./last-good";
import { indexesOf } from "./magazine";

type Paths = Record<Language, { shown: string[]; aliases: [from: string, to: string][] }>;

/** Last known page paths of each content type. A refresh requests only the changed types from WordPress. */
const known = perProcess("published-paths", () => new Map<PagedType, Paths>());

/** Returns every page path of a content type's items, by language. */
async function pathsOf(type: PagedType): Promise<Paths> {
  const own = await loadPerLanguage((locale) => fetchSummaries(type, locale));
  const fallback = own[DEFAULT_LANGUAGE];
  const families = familiesOf(Object.values(own).flat());
  return perLanguage((locale) => {
    const items = locale === DEFAULT_LANGUAGE ? fallback : joined(own[locale], fallback);
    // The slugs of a content item's translations also lead to the item's page.
    const shown = new Set(items);
    const called = families.filter((family) => family.some((item) => shown.has(item))).flat();
    const slugs = new Set([...listsOf(type, items, fallback), ...called.map(({ slug }) => slug)]);
    return {
      shown: [...slugs].map((slug) => itemPath(type, slug)),
      aliases: items.flatMap(({ slug, aliases = [] }) =>
        aliases.map((one): [string, string] => [itemPath(type, one), itemPath(type, slug)]),
      ),
    };
  });
}

/**
 * Returns the slugs of list pages whose URLs look like item URLs: the magazine's numbered pages and subjects, and the
 * lists of events.
 */
function listsOf(type: PagedType, items: readonly Summary[], fallback: readonly Summary[]) {
  if (type === "posts") return indexesOf(items, fallback);
  return type === "events" ? EVENT_LISTS.map(({ slug }) => slug) : [];
}

type Reads = { running: Promise<void> | undefined; next: Promise<void> | undefined };
const reads = perProcess("published-reads", () => new Map<PagedType, Reads>());

/**
 * Milliseconds for which `readPaths` delays a read, because editors and imports save several texts at once and one read
 * is enough.
 */
const GATHER = 300;

/**
 * Reads the page paths of a content type. A read begins only after the calls that share it, so that it includes the
 * changes that the callers report. Calls during a read therefore share one further read.
 */
function readPaths(type: PagedType): Promise<void> {
  const own = reads.get(type) ?? { running: undefined, next: undefined };
  reads.set(type, own);
  own.next ??= (async () => {
    await Promise.all([own.running?.catch(() => {}), setTimeout(GATHER)]);
    own.running = own.next;
    own.next = undefined;
    known.set(type, await pathsOf(type));
  })();
  return own.next;
}

/**
 * Reads which content pages exist, for some content types or all, and passes the list of pages to the middleware.
 * Throws if a read fails.
 */
export async function refreshPublished(changed: readonly PagedType[] = PAGED_TYPES): Promise<void> {
  const types = PAGED_TYPES.filter((type) => changed.includes(type) || !known.has(type));
  // Texts in a WordPress can link to WordPress pages by number. To convert these links, a full refresh also reads the
  // list of pages with their numbers.
  const readsPages = config.content.url !== null && changed.length === PAGED_TYPES.length;
  await Promise.all([
    ...types.map(readPaths),
    ...(readsPages ? LANGUAGES.map((locale) => fetchSummaries("pages", locale)) : []),
  ]);
  const paths = await loadPerLanguage(
    async (locale) => new Set([...known.values()].flatMap((each) => each[locale].shown)),
  );
  const aliases = perLanguage(
    (locale) => new Map([...known.values()].flatMap((each) => each[locale].aliases)),
  );
  publish({ paths, aliases, at: Date.now(), refresh: () => quietly(), refreshFor });
}

/**
 * Refreshes the paths of content pages, of all content types by default, and revalidates pages that list changed types.
 * If the read fails, the known paths stay.
 */
async function quietly(types?: readonly PagedType[]): Promise<void> {
  const before = new Map(known);
  try {
    await refreshPublished(types);
    const changed = PAGED_TYPES.filter((type) => {
      const [former, now] = [before.get(type), known.get(type)];
      return former && JSON.stringify(former) !== JSON.stringify(now);
    });
    if (changed.length > 0) await refreshOwn(changed.map((type) => contentTag(type)));
  } catch (error) {
    console.error("content: could not be refreshed", error);
  }
}

/**
 * Refreshes the paths of a content type if an item is published at this path, in the given language or in the default
 * language.
 */
async function refreshFor({ locale, path }: Place): Promise<void> {
  const type = PAGED_TYPES.find((one) => path.startsWith(`${pageOf(one)}/`));
  if (!type || isPaused()) return;
  const slug = plainSlug(path.slice(pageOf(type).length + 1).replace(/\/.*/, ""));
  if (!SLUG.test(slug)) return;
  try {
    const languages = [...new Set([locale, DEFAULT_LANGUAGE])];
    const found = await Promise.all(languages.map((one) => isPublished(type, slug, one)));
    if (found.includes(true)) await quietly([type]);
  } catch (error) {
    console.error("content: a new item could not be looked for", error);
  }
}

/**
 * Refreshes the middleware's paths of content pages at the interval at which the pages are revalidated. Also reads the
 * items of type `people`, so that the first preview finds the text's author without a further read.
 */
export async function keepPublished(): Promise<void> {
  setInterval(() => quietly(), CONTENT_REVALIDATE * 1000).unref();
  await quietly();
  for (const locale of LANGUAGES) {
    await fetchSummaries("people", locale).catch((error) =>
      console.error("content: the people could not be read", error),
    );
  }
}
