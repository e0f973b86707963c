import type { Language } from "@/contract/languages";
import { itemPath, type PagedType } from "../../routes/items";
import { catalogueOf } from "./catalogue";
import type { Summary } from "./content";

/** Where the site says who an author is: whoever of the network has that name; undefined for everybody else. */
export async function personPath(
  name: string | null,
  locale: Language,
): Promise<string | undefined> {
  const person = name && (await catalogueOf("people", locale)).find(({ title }) => title === name);
  return person ? itemPath("people", person.slug) : undefined;
}

/** What is written by people. */
const WRITTEN: readonly PagedType[] = ["posts", "stories"];

/** The site's texts by who wrote them, newest first. */
export async function textsByAuthor(locale: Language): Promise<Map<string, Summary[]>> {
  const texts = await Promise.all(WRITTEN.map((type) => catalogueOf(type, locale)));
  const newest = texts.flat().sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return Map.groupBy(newest, ({ author }) => author ?? "");
}
