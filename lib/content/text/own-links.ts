import type { ContentItem } from "@/contract/content/content";
import type { ContentType } from "@/contract/content/content-types";
import { linksOf, pathOfLink, type WordPressLinks } from "@/contract/content/wordpress-links";
import { LANGUAGES, type Language } from "@/contract/languages";
import { config } from "../../config";
import { perProcess } from "../../per-process";
import { PAGED_TYPES } from "../../routes/items";
import { placeOf } from "../../routes/path";
import { mayBePublished } from "../../routes/published";

/*
 * In texts, links to WordPress pages become links to the site's pages, because readers must stay on the site.
 */

/**
 * WordPress's links to its texts, each with the text's path on this site, by content type and language. Contains only
 * the types and languages whose list was read.
 */
const lists = perProcess("content-links", () => new Map<string, WordPressLinks>());

/** Stores WordPress's links to the given texts. */
export function keepLinks(
  type: ContentType,
  locale: Language,
  items: readonly ContentItem[],
): void {
  if (config.content.url) lists.set(`${type} ${locale}`, linksOf(type, locale, items));
}

/**
 * Returns the site's path for a link to a page of the WordPress. Returns null for a page that the site does not have,
 * such as the page of an attachment. Returns undefined for other links, and until the
 * lists of the WordPress's texts are read.
 */
export function siteLink(href: string): string | null | undefined {
  const home = config.content.url && new URL(config.content.url);
  const path = home ? pathOfLink(href, home, lists.values()) : undefined;
  // Return null for a page that does not exist, such as a subject without articles in the magazine.
  if (path) return mayBePublished(placeOf(path.replace(/[?#].*/, ""))) ? path : null;
  const isComplete = PAGED_TYPES.every((type) =>
    LANGUAGES.every((each) => lists.has(`${type} ${each}`)),
  );
  return path === null && !isComplete ? undefined : path;
}
