import type { ContentType } from "@/contract/content";

/**
 * A page of the public site that stands by itself, for the sitemap and the search: its path without
 * language, and the types of content it shows (when one of them changes, so does the page).
 */
export type PublicPage = { path: string; shows: readonly ContentType[] };

/** Every page that search engines may list, but those of single items and of the magazine's lists. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { path: "/", shows: ["stories", "posts", "events"] },
  { path: "/call-for-ideas", shows: [] },
  { path: "/academy", shows: ["lessons"] },
  { path: "/corso", shows: ["courses"] },
  { path: "/community", shows: ["events", "stories"] },
  { path: "/community-event", shows: ["events"] },
  { path: "/evento", shows: ["events"] },
  { path: "/storie", shows: ["stories"] },
  { path: "/network", shows: ["people"] },
  { path: "/progetti-internazionali", shows: ["posts"] },
  { path: "/chi-siamo", shows: ["stories"] },
  { path: "/cookie-policy", shows: [] },
];

/** The search's own page; its results are nobody's to list. */
export const SEARCH_PATH = "/search";
