import { DEFAULT_LANGUAGE, type Language, NAMED_LANGUAGES } from "@/contract/languages";

/**
 * A page's path without the language prefix, and the page's language. Example: /en/dashboard becomes en and /dashboard.
 */
export type Place = { locale: Language; path: string };

/** Parses a page's path: merges repeated slashes, drops a trailing slash, and splits off the language prefix. */
export function placeOf(pathname: string): Place {
  const path = tidyPath(pathname);
  const locale = NAMED_LANGUAGES.find((language) => isBelow(path, `/${language}`));
  if (!locale) return { locale: DEFAULT_LANGUAGE, path };
  return { locale, path: path.slice(locale.length + 1) || "/" };
}

/** Returns the path of a page in a language. Paths in the default language have no language prefix. */
export function pathFor({ locale, path }: Place): string {
  if (locale === DEFAULT_LANGUAGE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** Returns the canonical path of a page, without trailing or doubled slashes. */
export function tidyPath(pathname: string): string {
  return pathname.replaceAll(/[/\\]{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Reports whether a path equals a parent path or is below that parent path. */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
