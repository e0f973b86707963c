import { PAGES, type Page } from "./pages";
import { isBelow } from "./path";
import type { Section } from "./sections";

/*
 * What the table of pages says about a URL; all paths are without language. Browsers use it too:
 * links and headers ask here.
 */

/** Where links to a page lead. */
export function addressOf({ path, leadsTo }: Page): string {
  return leadsTo ?? path;
}

/** Where each section starts; same slugs in both languages. */
export const SECTION_PATH = Object.fromEntries(
  PAGES.filter(({ begins }) => begins).map((page) => [page.section, addressOf(page)]),
) as Record<Section, string>;

/** The section an address asks for, if any; an older version's is that of its page. */
export function sectionOf(path: string): Section | undefined {
  const today = path.replace(/^(\/[^/]*)OLD(?=\/|$)/, "$1");
  return PAGES.find((page) => page.section && isBelow(today, page.path))?.section;
}

/**
 * Whether a link to a page has to be a full page load: a client navigation keeps the policy of the page one
 * came from, which does not admit this page's third parties.
 */
export function needsFullLoad(path: string): boolean {
  const [page] = path.split(/[?#]/, 1);
  return PAGES.some(({ path: known, third }) => third && known === page);
}
