import { plainSlug } from "./slugs";

/** Properties that identify a content item and its translations, both in the API and on pages. */
type Named = {
  id?: number | undefined;
  slug: string;
  translations?: Readonly<Partial<Record<string, number>>> | undefined;
  meta: Readonly<Record<string, unknown>>;
};

/**
 * Returns the names that a content item shares with its translations: its slug, the ids of all translations (Polylang's
 * `translations`), or the slug in `translation_of`.
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
