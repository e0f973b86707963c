import { cache } from "react";
import type { ContentType } from "@/contract/content/content-types";
import { familiesOf, namesOf } from "@/contract/content/counterparts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from "@/contract/languages";
import { allOf, type Content, latestOf, readOne, type Summary, summariesOf } from "./content";
import { currentPreview } from "./preview/preview";
import { readPreviewed } from "./preview/previewed";

/**
 * Returns the items that lists of a content type show in a language, newest first: items in that language, and
 * untranslated items of the default language. The untranslated items keep their `locale`.
 */
export const catalogueOf = cache(
  async (type: ContentType, locale: Language): Promise<Summary[]> => {
    const own = await summariesOf(type, locale);
    if (locale === DEFAULT_LANGUAGE) return own;
    return joined(own, await summariesOf(type, DEFAULT_LANGUAGE));
  },
);

/** Joins a language's items with the untranslated items of the default language, newest first. */
export function joined(own: readonly Summary[], fallback: readonly Summary[]): Summary[] {
  return [...own, ...withoutTwin(fallback, own)].sort((a, b) =>
    a.publishedAt < b.publishedAt ? 1 : -1,
  );
}

/**
 * Returns the items in `fallback` (the default language) that have no translation among the items in `own` (another
 * language).
 */
export function withoutTwin(fallback: readonly Summary[], own: readonly Summary[]): Summary[] {
  const names = new Set(own.flatMap(namesOf));
  return fallback.filter((item) => !namesOf(item).some((name) => names.has(name)));
}

/**
 * Returns the item that the pages in a language show under a slug. The item with this slug is in this language or in
 * the default language. If only another language has the slug, returns that item's translation. Returns undefined for
 * an unknown slug.
 */
export const listedAs = cache(
  async (type: ContentType, slug: string, locale: Language): Promise<Summary | undefined> => {
    const listed = (await catalogueOf(type, locale)).find((item) => item.slug === slug);
    if (listed) return listed;
    for (const other of LANGUAGES.filter((language) => language !== locale)) {
      const there = (await summariesOf(type, other)).find((item) => item.slug === slug);
      const family = there ? familiesOf([there, ...(await summariesOf(type, locale))])[0] : [];
      if (family?.[1]) return family[1];
    }
    // The cached list lacks an item that was published after the list was cached. The middleware already routes to such
    // an item, so also search the most recently read list.
    return latestOf(type, slug, locale) ?? latestOf(type, slug, DEFAULT_LANGUAGE);
  },
);

/** Returns a content item as the pages in a language show it. Returns null if the slug is not listed. */
export const itemOf = cache(
  async (type: ContentType, slug: string, locale: Language): Promise<Content | null> => {
    const draft = await draftOf(type, slug, locale);
    if (draft) return draft;
    // The list is checked first, so that unknown slugs are never requested or cached.
    const listed = await listedAs(type, slug, locale);
    return listed ? readOne(type, listed.slug, listed.locale) : null;
  },
);

/**
 * Returns the content item, published or not, if this request previews it. Returns null without a preview, and if the
 * preview shows another item.
 */
export const draftOf = cache(
  async (type: ContentType, slug: string, locale: Language): Promise<Content | null> => {
    const preview = await currentPreview();
    if (preview?.type !== type || preview.slug !== slug || preview.lang !== locale) return null;
    return readPreviewed(preview);
  },
);

/** Returns the slugs of a content item in each language that the item is written in. */
export async function slugsOf(
  type: ContentType,
  slug: string,
): Promise<Partial<Record<Language, string>>> {
  const found = await Promise.all(
    LANGUAGES.map(async (locale) => {
      const item = await listedAs(type, slug, locale);
      return item?.locale === locale ? [[locale, item.slug] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

/**
 * Returns the slugs of a language's items as static params. Pages of items that are published later are rendered on
 * request.
 */
export async function slugParams(
  type: ContentType,
  params: { locale: string },
): Promise<{ slug: string }[]> {
  return (await catalogueOf(type, languageOf(params.locale))).map(({ slug }) => ({ slug }));
}

/**
 * Returns the items of `catalogueOf` with their texts. Use this function for a content type if one page shows all its
 * items in full.
 */
export async function itemsOf(type: ContentType, locale: Language): Promise<Content[]> {
  const listed = await catalogueOf(type, locale);
  const items = await Promise.all(
    [...new Set(listed.map((item) => item.locale))].map((language) => allOf(type, language)),
  );
  const known = new Set(listed.map((item) => `${item.locale}/${item.slug}`));
  const shown = items.flat().filter((item) => known.has(`${item.locale}/${item.slug}`));
  const preview = await currentPreview();
  const draft = preview && (await draftOf(type, preview.slug, locale));
  return draft ? [draft, ...shown.filter((item) => item.slug !== draft.slug)] : shown;
}
