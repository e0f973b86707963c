import type { MetadataRoute } from "next";
import { attendancesAt, EVENT_LISTS } from "@/contract/content/attendance";
import type { ContentType } from "@/contract/content/content-types";
import { familiesOf } from "@/contract/content/counterparts";
import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Language,
  loadPerLanguage,
  perLanguage,
} from "@/contract/languages";
import { catalogueOf } from "../content/catalogue";
import type { Summary } from "../content/content";
import { indexesOf } from "../content/magazine";
import { isArchivedName } from "../routes/archive";
import { itemPath, PAGED_TYPES, type PagedType, PLACED_TYPES } from "../routes/items";
import { PUBLIC_PAGES } from "../routes/public-pages";
import { addressFor, hreflangs, itemPictureAddress } from "./metadata";

/** The content items that lists show in each language, by content type. */
export type Catalogues = Record<Language, Partial<Record<ContentType, readonly Summary[]>>>;

type Entry = MetadataRoute.Sitemap[number];

/**
 * Returns every page that search engines can index, with its language versions, last change, and image. Untranslated
 * pages have only their canonical URL. Omits archived pages.
 */
export function sitemapOf(catalogues: Catalogues): MetadataRoute.Sitemap {
  const of = (type: ContentType, locale: Language) => catalogues[locale][type] ?? [];
  return [
    ...PUBLIC_PAGES.flatMap(({ path, shows = [] }) =>
      inEach(
        LANGUAGES,
        () => path,
        (locale) => shows.flatMap((type) => of(type, locale)),
      ),
    ),
    ...magazineLists((locale) => of("posts", locale)),
    ...eventLists((locale) => of("events", locale)),
    ...PAGED_TYPES.flatMap((type) => items(type, (locale) => of(type, locale))),
  ];
}

/** Returns the sitemap entries of the magazine's list pages and subject pages, in the languages that have them. */
function magazineLists(articles: (locale: Language) => readonly Summary[]): Entry[] {
  const paths = (locale: Language) => {
    const slugs = new Set(articles(locale).map(({ slug }) => slug));
    const indexes = indexesOf(articles(locale), articles(DEFAULT_LANGUAGE));
    return indexes.filter((index) => !slugs.has(index)).map((index) => itemPath("posts", index));
  };
  const lists = perLanguage(paths);
  return [...new Set(Object.values(lists).flat())].flatMap((path) => {
    const locales = LANGUAGES.filter((locale) => lists[locale].includes(path));
    return inEach(locales, () => path, articles);
  });
}

/** Returns the sitemap entries of the event lists, one list for each way to take part. */
function eventLists(listed: (locale: Language) => readonly Summary[]): Entry[] {
  return EVENT_LISTS.flatMap(({ slug, attendance }) => {
    const isShown = ({ meta }: Summary) => attendancesAt(meta.location).includes(attendance);
    const isEvent = LANGUAGES.some((locale) => listed(locale).some((item) => item.slug === slug));
    if (isEvent) return [];
    return inEach(
      LANGUAGES,
      () => itemPath("events", slug),
      (locale) => listed(locale).filter(isShown),
    );
  });
}

function items(type: PagedType, listed: (locale: Language) => readonly Summary[]): Entry[] {
  // Lists also show untranslated items of the default language. These items have a page only in that language, so the
  // sitemap omits them from other languages.
  const own = (locale: Language) => listed(locale).filter((item) => item.locale === locale);
  const kept = LANGUAGES.flatMap(own).filter(({ slug }) => !isArchivedName(slug));
  return familiesOf(kept).flatMap((family) => {
    const found = (locale: Language) => family.filter((item) => item.locale === locale).slice(0, 1);
    const locales = LANGUAGES.filter((locale) => found(locale).length > 0);
    const path = (locale: Language) => itemPath(type, found(locale)[0]?.slug ?? "");
    const pictures = (locale: Language) =>
      found(locale).map((item) => itemPictureAddress(type, item));
    return inEach(locales, path, found, pictures);
  });
}

function inEach(
  locales: readonly Language[],
  pathIn: (locale: Language) => string,
  shown: (locale: Language) => readonly Summary[],
  images: (locale: Language) => string[] = () => [],
): Entry[] {
  return locales.map((locale) => {
    const changes = shown(locale).map(({ modifiedAt }) => modifiedAt);
    const lastModified = changes.sort().at(-1);
    return {
      url: addressFor(locale, pathIn(locale)),
      ...(lastModified && { lastModified }),
      ...(images(locale).length > 0 && { images: images(locale) }),
      alternates: { languages: hreflangs(locales, pathIn) },
    };
  });
}

/** Returns a sitemap entry for every page that search engines can index, from the current content. */
export async function sitemapEntries(): Promise<MetadataRoute.Sitemap> {
  return sitemapOf(await loadPerLanguage(read));
}

async function read(locale: Language): Promise<Catalogues[Language]> {
  const entries = await Promise.all(
    PLACED_TYPES.map(
      async (type): Promise<[ContentType, Awaited<ReturnType<typeof catalogueOf>>]> => [
        type,
        await catalogueOf(type, locale),
      ],
    ),
  );
  return Object.fromEntries(entries);
}
