import { plainSlug } from "./slugs";

/** What both an item of the API and one as pages show it have. */
type Named = {
  id?: number | undefined;
  slug: string;
  translations?: Readonly<Partial<Record<string, number>>> | undefined;
  meta: Readonly<Record<string, unknown>>;
};

/**
 * What an item and its counterparts in other languages have in common: their slug, the numbers a language plugin tells
 * of all of them (Polylang's `translations`), or the slug of the one that `translation_of` says it translates.
 */
export function namesOf({ id, slug, translations = {}, meta }: Named): string[] {
  const numbers = [id, ...Object.values(translations)].filter((number) => number !== undefined);
  const other = typeof meta.translation_of === "string" ? meta.translation_of.trim() : "";
  return [
    plainSlug(slug),
    ...(other ? [plainSlug(other)] : []),
    ...numbers.map((number) => `#${number}`),
  ];
}
