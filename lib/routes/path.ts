import { type Language, pathIn, splitPath } from "@/contract/languages";

/**
 * A page's path without the language prefix, and the page's language. Example: /en/dashboard becomes en and /dashboard.
 */
export type Place = { locale: Language; path: string };

/** Parses a page's path: merges repeated slashes, drops a trailing slash, and splits off the language prefix. */
export function placeOf(pathname: string): Place {
  const { language: locale, path } = splitPath(tidyPath(pathname));
  return { locale, path };
}

/** Returns the path of a page in a language. Paths in the default language have no language prefix. */
export function pathFor({ locale, path }: Place): string {
  return pathIn(locale, path);
}

/** Returns the canonical path of a page, without trailing or doubled slashes. */
export function tidyPath(pathname: string): string {
  return pathname.replaceAll(/[/\\]{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Reports whether a path equals a parent path or is below that parent path. */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
