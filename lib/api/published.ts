import { type Locale, routing } from "../i18n/routing";
import { itemPath, type PagedType } from "../routes/items";
import { publish } from "../routes/published";
import { joined } from "./catalogue";
import { CONTENT_REVALIDATE, fetchSummaries, type Summary } from "./content";
import { indexesOf } from "./magazine";

const TYPES = ["stories", "courses", "events"] as const satisfies PagedType[];

/** Every page of an item in a language. */
async function pathsOf(locale: Locale): Promise<Set<string>> {
  const read = async (type: PagedType): Promise<[Summary[], Summary[]]> => {
    const italian = await fetchSummaries(type, routing.defaultLocale);
    if (locale === routing.defaultLocale) return [italian, italian];
    return [joined(await fetchSummaries(type, locale), italian), italian];
  };
  const [articles, italian] = await read("posts");
  const paths = indexesOf(articles, italian).map((index) => itemPath("posts", index));
  for (const type of TYPES) {
    const [items] = await read(type);
    paths.push(...items.map(({ slug }) => itemPath(type, slug)));
  }
  return new Set(paths);
}

/** Reads which content pages there are, and tells the middleware. Throws when that is not to be had. */
export async function refreshPublished(): Promise<void> {
  const [it, en] = await Promise.all([pathsOf("it"), pathsOf("en")]);
  publish({ paths: { it, en }, at: Date.now(), refresh: quietly });
}

/** What was known stays known while the content cannot be reached. */
async function quietly(): Promise<void> {
  await refreshPublished().catch((error) => console.error("content: not read again", error));
}

/** Keeps the middleware's knowledge as fresh as the pages are. */
export async function keepPublished(): Promise<void> {
  setInterval(quietly, CONTENT_REVALIDATE * 1000).unref();
  await quietly();
}
