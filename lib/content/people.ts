import type { Language } from "@/contract/languages";
import { itemsOf } from "./catalogue";
import type { Content } from "./content";

/**
 * The two groups of people that the site's network pages show: the committee supports the projects, and the jury
 * selects among them.
 */
type PeopleGroup = "committee" | "jury";

/**
 * Returns the people of the committee or of the jury, ordered by publication date. Editors set these dates to order the
 * people.
 */
export async function membersOf(group: PeopleGroup, locale: Language): Promise<Content[]> {
  return (await itemsOf("people", locale))
    .filter(({ meta }) => meta.group === group)
    .sort((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));
}
