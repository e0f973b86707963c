import type { Language } from "@/contract/languages";
import { itemPath, type PagedType } from "../routes/items";
import { SEARCH_PATH } from "../routes/pages";
import { catalogueOf } from "./catalogue";
import type { Summary } from "./content";

/**
 * The author of a content item. `path` leads to the author's page, or else to a search for the author's name. `person`
 * is the item of type `people` with that name, if there is one.
 */
export type Author = { path: string; person?: Summary };

/**
 * Returns the author of a content item. The path leads to the page of the item of type `people` with the author's name,
 * else to a search for the name. Returns undefined for an item without an author.
 */
export async function authorOf(name: string | null, locale: Language): Promise<Author | undefined> {
  if (!name) return undefined;
  const person = (await catalogueOf("people", locale)).find(({ title }) => title === name);
  if (person) return { path: itemPath("people", person.slug), person };
  return { path: `${SEARCH_PATH}?${new URLSearchParams({ q: name })}` };
}

/** Content types whose items have an author. */
const WRITTEN: readonly PagedType[] = ["posts", "stories"];

/** Returns the site's articles and stories grouped by author name, newest first. */
export async function textsByAuthor(locale: Language): Promise<Map<string, Summary[]>> {
  const texts = await Promise.all(WRITTEN.map((type) => catalogueOf(type, locale)));
  const newest = texts.flat().sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return Map.groupBy(newest, ({ author }) => author ?? "");
}
