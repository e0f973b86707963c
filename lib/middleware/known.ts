import { isSitePage } from "@/contract/content/site-pages";
import { isItem } from "../routes/items";

/**
 * Reports whether a path without its language can be a page. Other paths get the prerendered 404 page. If no item has
 * the slug in the path, the page itself calls notFound().
 */
export function isKnown(path: string): boolean {
  return isSitePage(path) || isItem(path);
}
