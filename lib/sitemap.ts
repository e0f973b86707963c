import type { MetadataRoute } from "next";
import type { ContentType } from "@/contract/content";
import type { Summary } from "./api/content";
import { indexesOf } from "./api/magazine";
import { type Locale, routing } from "./i18n/routing";
import { addressFor, hreflangs } from "./metadata";
import { isArchivedName } from "./routes/archive";
import { itemPath, type PagedType } from "./routes/items";
import { PUBLIC_PAGES } from "./routes/public-pages";

/** What each language's lists show, by type. */
export type Catalogues = Record<Locale, Partial<Record<ContentType, readonly Summary[]>>>;

type Entry = MetadataRoute.Sitemap[number];

/** Types whose items have a page; the magazine's lists are added to its articles. */
const ITEM_TYPES = ["posts", "stories", "courses", "events"] as const satisfies PagedType[];

/**
 * Every page search engines may list, in both languages, each naming its twin and when what it shows
 * last changed. What is written in one language alone stands under its own address only, as its
 * canonical address says; what is kept under an older name is left out.
 */
export function sitemapOf(catalogues: Catalogues): MetadataRoute.Sitemap {
  const of = (type: ContentType, locale: Locale) => catalogues[locale][type] ?? [];
  return [
    ...PUBLIC_PAGES.flatMap(({ path, shows }) =>
      inEach(routing.locales, path, (locale) => shows.flatMap((type) => of(type, locale))),
    ),
    ...magazineLists((locale) => of("posts", locale)),
    ...ITEM_TYPES.flatMap((type) => items(type, (locale) => of(type, locale))),
  ];
}

/** The magazine's pages and subjects, where a language has them. */
function magazineLists(articles: (locale: Locale) => readonly Summary[]): Entry[] {
  const paths = (locale: Locale) => {
    const slugs = new Set(articles(locale).map(({ slug }) => slug));
    const indexes = indexesOf(articles(locale), articles(routing.defaultLocale));
    return indexes.filter((index) => !slugs.has(index)).map((index) => itemPath("posts", index));
  };
  const lists = { it: paths("it"), en: paths("en") };
  return [...new Set([...lists.it, ...lists.en])].flatMap((path) => {
    const locales = routing.locales.filter((locale) => lists[locale].includes(path));
    return inEach(locales, path, articles);
  });
}

function items(type: PagedType, listed: (locale: Locale) => readonly Summary[]): Entry[] {
  // English lists show Italian items, too: those are Italian pages.
  const own = (locale: Locale) => listed(locale).filter((item) => item.locale === locale);
  const slugs = new Set(routing.locales.flatMap((locale) => own(locale).map(({ slug }) => slug)));
  return [...slugs]
    .filter((slug) => !isArchivedName(slug))
    .flatMap((slug) => {
      const found = (locale: Locale) => own(locale).filter((item) => item.slug === slug);
      const locales = routing.locales.filter((locale) => found(locale).length > 0);
      return inEach(locales, itemPath(type, slug), found);
    });
}

function inEach(
  locales: readonly Locale[],
  path: string,
  shown: (locale: Locale) => readonly Summary[],
): Entry[] {
  return locales.map((locale) => {
    const changes = shown(locale).map(({ modifiedAt }) => modifiedAt);
    const lastModified = changes.sort().at(-1);
    return {
      url: addressFor(locale, path),
      ...(lastModified && { lastModified }),
      alternates: { languages: hreflangs(locales, path) },
    };
  });
}
