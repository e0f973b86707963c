import { DEFAULT_LANGUAGE, type Language, NAMED_LANGUAGES } from "@/contract/languages";

/** A page's path without its language, and the language: /en/dashboard → en, /dashboard. */
export type Place = { locale: Language; path: string };

/** Reads a path as this site does: one slash between parts, none at the end, a language but the default first. */
export function placeOf(pathname: string): Place {
  const path = tidyPath(pathname);
  const locale = NAMED_LANGUAGES.find((language) => isBelow(path, `/${language}`));
  if (!locale) return { locale: DEFAULT_LANGUAGE, path };
  return { locale, path: path.slice(locale.length + 1) || "/" };
}

/** A path of this site in a language. */
export function pathFor({ locale, path }: Place): string {
  if (locale === DEFAULT_LANGUAGE) return path;
  return path === "/" ? `/${locale}` : `/${locale}${path}`;
}

/** The canonical URL of a page: no trailing slash, no doubled slashes. */
export function tidyPath(pathname: string): string {
  return pathname.replaceAll(/[/\\]{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Whether a path is at or below another. */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
