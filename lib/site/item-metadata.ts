import type { Metadata } from "next";
import { hasFact } from "@/contract/content/content-types";
import type { Language } from "@/contract/languages";
import { itemOf, languagesOf } from "../api/content/catalogue";
import { itemPath, type PagedType } from "../routes/items";
import { itemImageAddress, pageMetadata } from "./metadata";

/** The metadata of an item's page; empty when there is no such item. */
export async function itemMetadata(
  type: PagedType,
  slug: string,
  locale: Language,
): Promise<Metadata> {
  const item = await itemOf(type, slug, locale);
  if (!item) return {};
  return pageMetadata({
    locale,
    path: itemPath(type, slug),
    title: item.title,
    description: item.excerpt,
    languages: await languagesOf(type, slug),
    drawing: itemImageAddress(type, item),
    ...(hasFact(type, "article") && { article: item }),
  });
}
