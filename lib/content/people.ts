import type { Language } from "@/contract/languages";
import { itemsOf } from "./catalogue";
import type { Content } from "./content";

/** The committee supports the projects; the jury selects among them. */
type PeopleGroup = "committee" | "jury";

/** Returns the people of a group, ordered by publication date. Editors set the dates to order the people. */
export async function membersOf(group: PeopleGroup, locale: Language): Promise<Content[]> {
  return (await itemsOf("people", locale))
    .filter(({ meta }) => meta.group === group)
    .sort((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));
}
