import { addressOf } from "./lookup";
import { PAGES } from "./pages";

/*
 * Older versions of pages: "every public page has its {route}OLD (such as /academyOLD)". They are content items of type
 * `pages` with the same name in lowercase: academyold.
 */

/** An archived page: its slug in the content, its path, and the path of its current version. */
export type Archived = { slug: string; path: string; today: string };

/** All archived pages. The home page's archived path is /OLD. */
export const ARCHIVE: readonly Archived[] = PAGES.filter(({ older }) => older).map((page) => ({
  slug: `${page.path.slice(1).replaceAll("/", "-") || "home"}old`,
  path: `${page.path}OLD`,
  today: addressOf(page),
}));

/** Returns the archived page at a path (without its language), or undefined. */
export function archivedAt(path: string): Archived | undefined {
  return ARCHIVE.find((archived) => archived.path === path);
}

/** Reports whether a slug names an older version. Such pages are never listed or searched. */
export function isArchivedName(slug: string): boolean {
  return /old$/i.test(slug);
}
