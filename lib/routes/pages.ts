import { SITE_PAGES, type SitePath } from "@/contract/content/site-pages";
import { PAGE_FACTS, type PageFacts } from "./page-facts";

/*
 * Table of the site's pages. Routing, indexing, search, access control, archiving, and third parties are derived from
 * it.
 */

/** A page of the site. */
export type Page = (typeof SITE_PAGES)[number] & PageFacts;

/**
 * All pages of the site except item pages, whose paths are derived from their content types
 * (contract/content/content-types.ts).
 */
export const PAGES: readonly Page[] = SITE_PAGES.map((page) => ({
  ...page,
  ...PAGE_FACTS[page.path],
}));

/** Path of a page in the table of pages. */
export type PagePath = SitePath;

export const SEARCH_PATH = "/search" satisfies PagePath;
