import { cache } from "react";
import type { ContentType } from "@/contract/content";
import { type Locale, localeOf, routing } from "../i18n/routing";
import { allOf, type Content, readDraft, readOne, type Summary, summariesOf } from "./content";
import { currentPreview } from "./preview";

/**
 * What a language's lists show, newest first: its own items and, in English, the Italian ones that
 * have no English twin (they come with `locale: "it"`).
 */
export const catalogueOf = cache(async (type: ContentType, locale: Locale): Promise<Summary[]> => {
  const own = await summariesOf(type, locale);
  if (locale === routing.defaultLocale) return own;
  return joined(own, await summariesOf(type, routing.defaultLocale));
});

/** The English catalogue: its own items and the Italian ones without a twin, newest first. */
export function joined(english: readonly Summary[], italian: readonly Summary[]): Summary[] {
  return [...english, ...withoutTwin(italian, english)].sort((a, b) =>
    a.publishedAt < b.publishedAt ? 1 : -1,
  );
}

/**
 * The Italian items whose slug English does not know. Only where twins share their slug: a back end
 * that translates slugs, too, would show every text twice.
 */
export function withoutTwin(italian: readonly Summary[], english: readonly Summary[]): Summary[] {
  const known = new Set(english.map(({ slug }) => slug));
  const sharesSlugs = english.length === 0 || italian.some(({ slug }) => known.has(slug));
  return sharesSlugs ? italian.filter(({ slug }) => !known.has(slug)) : [];
}

/** An item as a language's pages show it; null when its catalogue does not list the slug. */
export const itemOf = cache(
  async (type: ContentType, slug: string, locale: Locale): Promise<Content | null> => {
    const draft = await draftOf(type, slug, locale);
    if (draft) return draft;
    // Asked first, so that an unknown slug is never asked for, and never kept, by itself.
    const listed = (await catalogueOf(type, locale)).find((item) => item.slug === slug);
    if (!listed) return null;
    return (
      (await readOne(type, slug, locale)) ?? (await readOne(type, slug, routing.defaultLocale))
    );
  },
);

/** The item of a preview, in whatever state; null for everybody else, and for every other item. */
export const draftOf = cache(
  async (type: ContentType, slug: string, locale: Locale): Promise<Content | null> => {
    const preview = await currentPreview();
    if (preview?.type !== type || preview.slug !== slug || preview.lang !== locale) return null;
    const draft = await readDraft(type, slug, locale);
    if (draft || locale === routing.defaultLocale) return draft;
    return readDraft(type, slug, routing.defaultLocale);
  },
);

/** The languages an item is written in. */
export async function languagesOf(type: ContentType, slug: string): Promise<Locale[]> {
  const listed = await Promise.all(
    routing.locales.map(async (locale) =>
      (await summariesOf(type, locale)).some(
        (item) => item.slug === slug && item.locale === locale,
      ),
    ),
  );
  return routing.locales.filter((_, index) => listed[index]);
}

/** The slugs of a language as static parameters: what is not among them is no page. */
export async function slugParams(
  type: ContentType,
  params: { locale: string },
): Promise<{ slug: string }[]> {
  return (await catalogueOf(type, localeOf(params))).map(({ slug }) => ({ slug }));
}

/** Everything of a type a language shows, with its text; for types of which a page shows all. */
export async function itemsOf(type: ContentType, locale: Locale): Promise<Content[]> {
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
