import { PAGES, type Page } from "./pages";
import { isBelow } from "./path";
import type { Section } from "./sections";

/*
 * Lookups in the table of the site's pages. All paths are without language. Links and page headers in the browser use
 * these functions too.
 */

/** Returns the path for links to a page, which is the redirect target for a page that only redirects. */
export function addressOf({ path, leadsTo }: Page): string {
  return leadsTo ?? path;
}

/** Start path of each section of the site. All languages share the slugs. */
export const SECTION_PATH = Object.fromEntries(
  PAGES.filter(({ begins }) => begins).map((page) => [page.section, addressOf(page)]),
) as Record<Section, string>;

/**
 * Returns the site's section for a path, or undefined. An archived page belongs to the section of its current version.
 */
export function sectionOf(path: string): Section | undefined {
  const today = path.replace(/^(\/[^/]*)OLD(?=\/|$)/, "$1");
  return PAGES.find((page) => page.section && isBelow(today, page.path))?.section;
}

/**
 * Reports whether a link to a page needs a full page load. Client navigation would keep the current page's content
 * security policy, which does not allow the target page's third parties.
 */
export function needsFullLoad(path: string): boolean {
  const [page] = path.split(/[?#]/, 1);
  return PAGES.some(({ path: known, third }) => third && known === page);
}
