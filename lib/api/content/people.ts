import type { Language } from "@/contract/languages";
import { itemsOf } from "./catalogue";
import type { Content } from "./content";

/** Who supports the projects, and who chooses among them. */
type PeopleGroup = "committee" | "jury";

/** The people of a group, in the order of their dates, by which editors put them in order. */
export async function membersOf(group: PeopleGroup, locale: Language): Promise<Content[]> {
  return (await itemsOf("people", locale))
    .filter(({ meta }) => meta.group === group)
    .sort((a, b) => (a.publishedAt < b.publishedAt ? -1 : 1));
}
