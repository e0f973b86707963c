import type { Metadata } from "next";
import { itemOf, languagesOf } from "./api/catalogue";
import type { Locale } from "./i18n/routing";
import { pageMetadata } from "./metadata";
import { itemPath, type PagedType } from "./routes/items";

/** What the page of an item says of itself; nothing when there is no such item. */
export async function itemMetadata(
  type: PagedType,
  slug: string,
  locale: Locale,
): Promise<Metadata> {
  const item = await itemOf(type, slug, locale);
  if (!item) return {};
  return pageMetadata({
    locale,
    path: itemPath(type, slug),
    title: item.title,
    description: item.excerpt,
    languages: await languagesOf(type, slug),
    image: item.image,
    drawing: { type, slug, family: item.meta.cover },
    ...((type === "posts" || type === "stories") && { article: item }),
  });
}
