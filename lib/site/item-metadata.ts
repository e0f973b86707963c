import type { Metadata } from "next";
import { hasFact } from "@/contract/content/content-types";
import { LANGUAGES, type Language } from "@/contract/languages";
import { itemOf, slugsOf } from "../content/catalogue";
import { itemPath, type PagedType } from "../routes/items";
import { itemImageAddress, pageMetadata } from "./metadata";

/** Returns the metadata of a content item's page. Empty when the item does not exist. */
export async function itemMetadata(
  type: PagedType,
  slug: string,
  locale: Language,
): Promise<Metadata> {
  const item = await itemOf(type, slug, locale);
  if (!item) return {};
  const slugs = await slugsOf(type, slug);
  const paths = LANGUAGES.flatMap((language) => {
    const known = slugs[language];
    return known ? [[language, itemPath(type, known)] as const] : [];
  });
  return pageMetadata({
    locale,
    path: itemPath(type, item.slug),
    paths: Object.fromEntries(paths),
    title: item.title,
    description: item.excerpt,
    languages: paths.map(([language]) => language),
    drawing: itemImageAddress(type, item),
    ...(hasFact(type, "article") && { article: item }),
  });
}
