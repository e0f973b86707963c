import { addressOf } from "./lookup";
import { PAGES } from "./pages";

/*
 * Older versions of pages: "every public page has its {route}OLD (such as /academyOLD)". They are
 * `pages` of the content under the same name in small letters: academyold.
 */

/** What an archived page is called in the content, and where today's version of it lives. */
export type Archived = { slug: string; path: string; today: string };

/** All archived pages; the home page's is /OLD. */
export const ARCHIVE: readonly Archived[] = PAGES.filter(({ older }) => older).map((page) => ({
  slug: `${page.path.slice(1).replaceAll("/", "-") || "home"}old`,
  path: `${page.path}OLD`,
  today: addressOf(page),
}));

/** The archived page at a path (without its language), if it is the name of one. */
export function archivedAt(path: string): Archived | undefined {
  return ARCHIVE.find((archived) => archived.path === path);
}

/** Whether a slug is the name of an older version: pages kept under it are never listed or searched. */
export function isArchivedName(slug: string): boolean {
  return /old$/i.test(slug);
}
