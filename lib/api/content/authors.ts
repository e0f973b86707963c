import type { Language } from "@/contract/languages";
import { itemPath } from "../../routes/items";
import { catalogueOf } from "./catalogue";

/** Where the site says who an author is: whoever of the network has that name; undefined for everybody else. */
export async function personPath(
  name: string | null,
  locale: Language,
): Promise<string | undefined> {
  const person = name && (await catalogueOf("people", locale)).find(({ title }) => title === name);
  return person ? itemPath("people", person.slug) : undefined;
}
