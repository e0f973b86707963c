import { archivedAt } from "../routes/archive";
import { isItem } from "../routes/items";
import { PAGES } from "../routes/pages";

const PATTERNS = PAGES.map(({ path }) => new RegExp(`^${path.replace("/*", "/[^/]+")}$`));

/**
 * Reports whether a path (without its language) can be a page. Any other path gets the prerendered 404 page. A page
 * without an item for its slug calls notFound() itself.
 */
export function isKnown(path: string): boolean {
  return (
    PATTERNS.some((known) => known.test(path)) || isItem(path) || archivedAt(path) !== undefined
  );
}
