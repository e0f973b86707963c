import { readFurther } from "@/contract/content/further";
import type { Language } from "@/contract/languages";
import type { PlacedType } from "../routes/items";
import { listedAs } from "./catalogue";
import type { Summary } from "./content";

/** A content item that another item recommends as further reading. */
export type Further = Summary & { type: PlacedType };

/**
 * Returns current summaries of the items that editors recommend as further reading after a content item. Omits deleted
 * items.
 */
export async function furtherOf({ meta }: Summary, locale: Language): Promise<Further[]> {
  const found = await Promise.all(
    readFurther(meta.further).map(async ({ type, slug }) => {
      const item = await listedAs(type, slug, locale);
      return item && { ...item, type };
    }),
  );
  return found.filter((one) => one !== undefined);
}
