import type { ContentItem } from "@/contract/content/content";
import type { ContentType } from "@/contract/content/content-types";
import { plainSlug } from "@/contract/content/slugs";
import { LANGUAGES, type Language } from "@/contract/languages";
import { slugInScript } from "@/contract/text/normalize-text";
import { config } from "../../config";
import { perProcess } from "../../per-process";
import { itemPath, PAGED_TYPES } from "../../routes/items";
import { pathFor } from "../../routes/path";
import { previewPath } from "../../routes/preview";
import { mayBePublished } from "../../routes/published";

/*
 * In texts, links to WordPress pages become links to the site's pages. Editors pick WordPress's own addresses
 * from its link menu, but readers must stay on the site.
 */

/**
 * Paths on the site by the number or address of the text in the WordPress. One map for each content list that was read.
 */
const lists = perProcess("content-links", () => new Map<string, Map<string, string>>());

/** Stores the addresses of the texts in a content list. */
export function keepLinks(
  type: ContentType,
  locale: Language,
  items: readonly ContentItem[],
): void {
  if (!config.content.url) return;
  const links = new Map<string, string>();
  for (const { id, link, slug, _embedded } of items) {
    const path = pathTo(type, plainSlug(slug), locale);
    if (path) {
      links.set(`#${id}`, path);
      const key = link && keyOf(URL.parse(link));
      if (key) links.set(key, path);
    }
    if (type !== "posts") continue;
    for (const { name = "", link: category } of _embedded?.["wp:term"]?.flat() ?? []) {
      const key = typeof category === "string" && keyOf(URL.parse(category));
      const topic = itemPath("posts", slugInScript(name));
      if (key) links.set(key, pathFor({ locale, path: topic }));
    }
  }
  lists.set(`${type} ${locale}`, links);
}

function pathTo(type: ContentType, slug: string, locale: Language): string | null {
  if (type === "pages") return previewPath({ type, slug, lang: locale });
  return pathFor({ locale, path: itemPath(type, slug) });
}

/** Returns the part of a WordPress address that identifies the text: a number in its query, or its path. */
function keyOf(url: URL | null): string | null {
  if (!url) return null;
  const { searchParams } = url;
  const number = searchParams.get("p") ?? searchParams.get("page_id");
  if (number) return `#${number}`;
  if (searchParams.has("attachment_id")) return null;
  return plainSlug(url.pathname).replace(/(?<=.)\/$/, "");
}

/** Paths of a WordPress that lead to files or programs, not to pages. */
const NO_PAGE = /^\/(?:wp-content|wp-includes|wp-json|wp-admin|wp-login\.php)/;

/**
 * Returns the site's path for a link to a page of the WordPress. Returns null for a page that the site does not have,
 * such as the page of an attachment. Returns undefined for other links, and until all lists are read.
 */
export function siteLink(href: string): string | null | undefined {
  const home = config.content.url && new URL(config.content.url);
  const url = home && URL.parse(href);
  if (!home || !url || url.host !== home.host) return undefined;
  const base = home.pathname.replace(/\/$/, "");
  const isInside = url.pathname === base || url.pathname.startsWith(`${base}/`);
  if (!isInside || NO_PAGE.test(url.pathname.slice(base.length))) return undefined;
  const key = keyOf(url);
  if (key === (base || "/")) return "/";
  for (const links of lists.values()) {
    const path = key && links.get(key);
    if (path) return isThere(path) ? path + url.hash : null;
  }
  const isComplete = PAGED_TYPES.every((type) =>
    LANGUAGES.every((each) => lists.has(`${type} ${each}`)),
  );
  return isComplete ? null : undefined;
}

/** Reports whether the site has a page at the path. A subject without articles has no page. */
function isThere(path: string): boolean {
  return LANGUAGES.some((locale) => {
    const start = pathFor({ locale, path: "/" });
    const rest =
      locale === LANGUAGES[0] ? path : path.startsWith(`${start}/`) && path.slice(start.length);
    return rest && mayBePublished({ locale, path: rest });
  });
}
