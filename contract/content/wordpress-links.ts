import { DEFAULT_LANGUAGE, type Language, pathIn } from "../languages";
import { slugInScript } from "../text/normalize-text";
import type { ContentItem } from "./content";
import { type ContentType, hasFact } from "./content-types";
import { pathOfItem } from "./further";
import { decodeEntities } from "./html-elements";
import { pathOfText } from "./site-pages";
import { plainSlug } from "./slugs";

/*
 * Links in content to pages of the WordPress site that serves the content. Editors pick these addresses from
 * WordPress's link menu. This site replaces the addresses by its own paths.
 */

/** Paths on this site by the number (`#12`) or the path that a text has in WordPress. */
export type WordPressLinks = ReadonlyMap<string, string>;

/** Returns the paths on this site of the given content items and, if the items are articles, of their subjects. */
export function linksOf(
  type: ContentType,
  language: Language,
  items: readonly ContentItem[],
): WordPressLinks {
  const links = new Map<string, string>();
  // If WordPress has no languages, it returns equal texts for each language. These texts are in the default language.
  const own = items.some(({ lang }) => lang) ? language : DEFAULT_LANGUAGE;
  const add = (address: unknown, path: string) => {
    const key = typeof address === "string" && keyOf(URL.parse(address));
    if (key) links.set(key, pathIn(own, path));
  };
  for (const { id, link, slug, _embedded } of items) {
    const path = pathTo(type, plainSlug(slug));
    if (path) {
      links.set(`#${id}`, pathIn(own, path));
      add(link, path);
    }
    if (type !== "posts") continue;
    for (const { name = "", link: category } of _embedded?.["wp:term"]?.flat() ?? [])
      add(category, pathOfItem({ type, slug: slugInScript(decodeEntities(name)) }));
  }
  return links;
}

function pathTo(type: ContentType, slug: string): string | undefined {
  if (hasFact(type, "root") || hasFact(type, "anchor")) return pathOfItem({ type, slug });
  return pathOfText(slug);
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
 * Returns the path on the site for a link to a page of the WordPress. Returns null for a page that none of `lists`
 * contains, and undefined for other links.
 *
 * @param home the address of the WordPress
 */
export function pathOfLink(
  href: string,
  home: URL,
  lists: Iterable<WordPressLinks>,
): string | null | undefined {
  const url = URL.parse(href);
  if (!url || url.host !== home.host) return undefined;
  const base = home.pathname.replace(/\/$/, "");
  const isInside = url.pathname === base || url.pathname.startsWith(`${base}/`);
  if (!isInside || NO_PAGE.test(url.pathname.slice(base.length))) return undefined;
  const key = keyOf(url);
  if (key === (base || "/")) return "/";
  for (const links of lists) {
    const path = key && links.get(key);
    if (path) return path + url.hash;
  }
  return null;
}
