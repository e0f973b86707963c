import { cache } from "react";
import type { ContentType } from "@/contract/content/content-types";
import { namesOf } from "@/contract/content/counterparts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageOf } from "@/contract/languages";
import {
  allOf,
  type Content,
  latestOf,
  readDraft,
  readOne,
  type Summary,
  summariesOf,
} from "./content";
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

/** The default language's items that none of these is the counterpart of. */
export function withoutTwin(fallback: readonly Summary[], own: readonly Summary[]): Summary[] {
  const names = new Set(own.flatMap(namesOf));
  return fallback.filter((item) => !namesOf(item).some((name) => names.has(name)));
}

/** Items together with their counterparts, in the order of the first of each. */
export function familiesOf(items: readonly Summary[]): Summary[][] {
  const families = new Map<string, Summary[]>();
  for (const item of items) {
    const names = namesOf(item);
    const family = names.map((name) => families.get(name)).find(Boolean) ?? [];
    family.push(item);
    for (const name of names) families.set(name, family);
  }
  return [...new Set(families.values())];
}

/**
 * What a language's pages show under a slug: its own item, one of the default language, or the counterpart of an item
 * that has this slug in another language. Undefined for a slug nobody lists.
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
    // Published since the list was kept: the address leads here because it was read again meanwhile.
    return latestOf(type, slug, locale) ?? latestOf(type, slug, DEFAULT_LANGUAGE);
  },
);

/** An item as a language's pages show it; null when nobody lists the slug. */
export const itemOf = cache(
  async (type: ContentType, slug: string, locale: Language): Promise<Content | null> => {
    const draft = await draftOf(type, slug, locale);
    if (draft) return draft;
    // Checked first, so that an unknown slug is never requested, or cached, by itself.
    const listed = await listedAs(type, slug, locale);
    return listed ? readOne(type, listed.slug, listed.locale) : null;
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

/** The slugs of an item in the languages it is written in. */
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
