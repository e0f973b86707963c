import { OLDER_PAGES } from "@/contract/content/site-pages";
import { addressOf } from "./lookup";
import { PAGES } from "./pages";

/*
 * Older versions of public pages. The older version of a page is at {route}OLD, such as /academyOLD. It is a content
 * item of type `pages` with the page's name in lower case, such as academyold.
 */

/** An archived page: its slug in the content, its path, and the path of the page's current version. */
export type Archived = { slug: string; path: string; today: string };

/** All archived pages. The archived version of the home page is at /OLD. */
export const ARCHIVE: readonly Archived[] = OLDER_PAGES.map((older) => {
  const page = PAGES.find(({ path }) => path === older.today);
  return { ...older, today: page ? addressOf(page) : older.today };
});

/** Returns the archived page at a path without its language, or undefined if there is none. */
export function archivedAt(path: string): Archived | undefined {
  return ARCHIVE.find((archived) => archived.path === path);
}

/** Reports whether a slug belongs to the archived version of a page. Lists and searches omit archived versions. */
export function isArchivedName(slug: string): boolean {
  return /old$/i.test(slug);
}
