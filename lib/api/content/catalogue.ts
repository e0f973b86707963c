import { cache } from "react";
import type { ContentType } from "@/contract/content/content-types";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from "@/contract/languages";
import { allOf, type Content, readDraft, readOne, type Summary, summariesOf } from "./content";
import { currentPreview } from "./preview/preview";

/**
 * What a language's lists show, newest first: its own items and those of the default language that
 * have no twin in it (they come with the default's `locale`).
 */
export const catalogueOf = cache(
  async (type: ContentType, locale: Language): Promise<Summary[]> => {
    const own = await summariesOf(type, locale);
    if (locale === DEFAULT_LANGUAGE) return own;
    return joined(own, await summariesOf(type, DEFAULT_LANGUAGE));
  },
);

/** A language's own items and the default language's without a twin, newest first. */
export function joined(own: readonly Summary[], fallback: readonly Summary[]): Summary[] {
  return [...own, ...withoutTwin(fallback, own)].sort((a, b) =>
    a.publishedAt < b.publishedAt ? 1 : -1,
  );
}

/**
 * The default language's items whose slug this language does not know. Only where twins share their slug: a back end
 * that translates slugs, too, would show every text twice.
 */
export function withoutTwin(fallback: readonly Summary[], own: readonly Summary[]): Summary[] {
  const known = new Set(own.map(({ slug }) => slug));
  const sharesSlugs = own.length === 0 || fallback.some(({ slug }) => known.has(slug));
  return sharesSlugs ? fallback.filter(({ slug }) => !known.has(slug)) : [];
}

/** An item as a language's pages show it; null when the language's catalogue does not list the slug. */
export const itemOf = cache(
  async (type: ContentType, slug: string, locale: Language): Promise<Content | null> => {
    const draft = await draftOf(type, slug, locale);
    if (draft) return draft;
    // Checked first, so that an unknown slug is never requested, or cached, by itself.
    const listed = (await catalogueOf(type, locale)).find((item) => item.slug === slug);
    if (!listed) return null;
    return (await readOne(type, slug, locale)) ?? (await readOne(type, slug, DEFAULT_LANGUAGE));
  },
);

/** The item of a preview, in whatever state; null for everybody else, and for every other item. */
export const draftOf = cache(
  async (type: ContentType, slug: string, locale: Language): Promise<Content | null> => {
    const preview = await currentPreview();
    if (preview?.type !== type || preview.slug !== slug || preview.lang !== locale) return null;
    const draft = await readDraft(type, slug, locale);
    if (draft || locale === DEFAULT_LANGUAGE) return draft;
    return readDraft(type, slug, DEFAULT_LANGUAGE);
  },
);

/** The languages an item is written in. */
export async function languagesOf(type: ContentType, slug: string): Promise<Language[]> {
  const listed = await Promise.all(
    LANGUAGES.map(async (locale) =>
      (await summariesOf(type, locale)).some(
        (item) => item.slug === slug && item.locale === locale,
      ),
    ),
  );
  return LANGUAGES.filter((_, index) => listed[index]);
}

/** The slugs of a language as static params: anything else is not a page. */
export async function slugParams(
  type: ContentType,
  params: { locale: string },
): Promise<{ slug: string }[]> {
  return (await catalogueOf(type, languageOf(params.locale))).map(({ slug }) => ({ slug }));
}

/** Everything of a type a language shows, with its text; for types of which a page shows all. */
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
