import { archivedAt } from "../routes/archive";
import { isItem } from "../routes/items";
import { PAGES } from "../routes/pages";

const PATTERNS = PAGES.map(({ path }) => new RegExp(`^${path.replace("/*", "/[^/]+")}$`));

/**
 * Whether a path (without its language) can be a page at all. Anything else gets the 404
 * page, prerendered; a page that finds nothing for its slug says so itself, with notFound().
 */
export function isKnown(path: string): boolean {
  return (
    PATTERNS.some((known) => known.test(path)) || isItem(path) || archivedAt(path) !== undefined
  );
}
