import { readFurther } from "@/contract/content/further";
import type { Language } from "@/contract/languages";
import type { PlacedType } from "../../routes/items";
import { listedAs } from "./catalogue";
import type { Summary } from "./content";

/** An item another text leads to. */
export type Further = Summary & { type: PlacedType };

/** What an item's editors name to go on with, as the lists have it by now; what is gone is left out. */
export async function furtherOf({ meta }: Summary, locale: Language): Promise<Further[]> {
  const found = await Promise.all(
    readFurther(meta.further).map(async ({ type, slug }) => {
      const item = await listedAs(type, slug, locale);
      return item && { ...item, type };
    }),
  );
  return found.filter((one) => one !== undefined);
}
