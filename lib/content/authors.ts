import type { Language } from "@/contract/languages";
import { itemPath, type PagedType } from "../routes/items";
import { SEARCH_PATH } from "../routes/pages";
import { catalogueOf } from "./catalogue";
import type { Summary } from "./content";

/**
 * Returns the path to more about an author: the page of the network's person with that name, else a search for the
 * name. Returns undefined for an item without an author.
 */
export async function authorPath(
  name: string | null,
  locale: Language,
): Promise<string | undefined> {
  if (!name) return undefined;
  const person = (await catalogueOf("people", locale)).find(({ title }) => title === name);
  if (person) return itemPath("people", person.slug);
  return `${SEARCH_PATH}?${new URLSearchParams({ q: name })}`;
}

/** Content types whose items have an author. */
const WRITTEN: readonly PagedType[] = ["posts", "stories"];

/** Returns the site's articles and stories grouped by author name, newest first. */
export async function textsByAuthor(locale: Language): Promise<Map<string, Summary[]>> {
  const texts = await Promise.all(WRITTEN.map((type) => catalogueOf(type, locale)));
  const newest = texts.flat().sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return Map.groupBy(newest, ({ author }) => author ?? "");
}
