import { readFurther } from "@/contract/content/further";
import type { Language } from "@/contract/languages";
import type { PlacedType } from "../routes/items";
import { listedAs } from "./catalogue";
import type { Summary } from "./content";

/** An item that another text recommends. */
export type Further = Summary & { type: PlacedType };

/** Returns the items that editors recommend after an item, with their current summaries. Omits deleted items. */
export async function furtherOf({ meta }: Summary, locale: Language): Promise<Further[]> {
  const found = await Promise.all(
    readFurther(meta.further).map(async ({ type, slug }) => {
      const item = await listedAs(type, slug, locale);
      return item && { ...item, type };
    }),
  );
  return found.filter((one) => one !== undefined);
}
