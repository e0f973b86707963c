import { archivedAt } from "../routes/archive";
import { isItem } from "../routes/items";
import { PAGES } from "../routes/pages";

const PATTERNS = PAGES.map(({ path }) => new RegExp(`^${path.replace("/*", "/[^/]+")}$`));

/**
 * Reports whether a path without its language can be a page. Other paths get the prerendered 404 page. If no item has
 * the slug in the path, the page itself calls notFound().
 */
export function isKnown(path: string): boolean {
  return (
    PATTERNS.some((known) => known.test(path)) || isItem(path) || archivedAt(path) !== undefined
  );
}
