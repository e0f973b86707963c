import { plainSlug } from "./slugs";

/**
 * Properties by which content items of one type are matched with their translations. Items in the API and items on
 * pages both have these properties.
 */
type Named = {
  id?: number | undefined;
  slug: string;
  translations?: Readonly<Partial<Record<string, number>>> | undefined;
  meta: Readonly<Record<string, unknown>>;
};

/**
 * Returns the names by which a content item is matched with its translations: its slug, the slug in `translation_of`,
 * and the ids (`#12`) of the item and of its translations in Polylang. Items with a common name are translations of
 * each other.
 */
export function namesOf({ id, slug, translations = {}, meta }: Named): string[] {
  const numbers = [id, ...Object.values(translations)].filter((number) => number !== undefined);
  const other = typeof meta.translation_of === "string" ? meta.translation_of.trim() : "";
  return [
    ...(slug ? [plainSlug(slug)] : []),
    ...(other ? [plainSlug(other)] : []),
    ...numbers.map((number) => `#${number}`),
  ];
}

/** Groups content items of one type with their translations, in the order of each group's first item. */
export function familiesOf<Item extends Named>(items: readonly Item[]): Item[][] {
  const families = new Map<string, Item[]>();
  for (const item of items) {
    const names = namesOf(item);
    const family = names.map((name) => families.get(name)).find(Boolean) ?? [];
    family.push(item);
    for (const name of names) families.set(name, family);
  }
  return [...new Set(families.values())];
}
