/*
 * Older versions of pages: "every public page has its {route}OLD (such as /academyOLD)". They are
 * `pages` of the content under the same name in small letters: academyold.
 */

/** The public pages that have an older version; the home page's is /OLD. */
const ROUTES = [
  "",
  "academy",
  "call-for-ideas",
  "chi-siamo",
  "community",
  "community-event",
  "cookie-policy",
  "corso",
  "evento",
  "magazine",
  "network",
  "progetti-internazionali",
  "storie",
] as const;

/** What an archived page is called in the content, and where today's version of it lives. */
export type Archived = { slug: string; path: string; today: string };

/** All archived pages of the public site. */
export const ARCHIVE: readonly Archived[] = ROUTES.map((route) => ({
  slug: `${route || "home"}old`,
  path: `/${route}OLD`,
  // The magazine begins with its first page.
  today: route === "magazine" ? "/magazine/1" : `/${route}`,
}));

/** The archived page at a path (without its language), if it is the name of one. */
export function archivedAt(path: string): Archived | undefined {
  return ARCHIVE.find((archived) => archived.path === path);
}

/** Whether a slug is the name of an older version: pages kept under it are never listed or searched. */
export function isArchivedName(slug: string): boolean {
  return /old$/i.test(slug);
}
