import { hasFact } from "@/contract/content/content-types";
import type { PreviewItem } from "@/contract/content/preview";
import { pathOfText } from "@/contract/content/site-pages";
import { itemPath, pageOf } from "./items";
import { addressOf } from "./lookup";
import { PAGES } from "./pages";
import { pathFor } from "./path";

/**
 * Returns the path of the page that previews a content item, in the item's language. Null for an item that no page
 * shows.
 */
export function previewPath({ type, slug, lang }: Omit<PreviewItem, "expires">): string | null {
  const path = type === "pages" ? pathOfText(slug) : itemPath(type, slug).replace(/#.*/, "");
  return path ? pathFor({ locale: lang, path }) : null;
}

/**
 * Returns the path to open when a preview ends. For an item with its own page, this is the parent page, because an
 * unpublished item's page does not exist. For other items, it is the page that shows the item.
 */
export function afterPreview(item: Omit<PreviewItem, "expires">): string | null {
  if (!hasFact(item.type, "root")) return previewPath(item);
  const above = pageOf(item.type);
  const page = PAGES.find(({ path }) => path === above);
  return pathFor({ locale: item.lang, path: page ? addressOf(page) : above });
}
