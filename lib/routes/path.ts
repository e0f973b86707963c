import type { Locale } from "../i18n/routing";

/** A page's path without its language, and the language: /en/dashboard → en, /dashboard. */
export type Place = { locale: Locale; path: string };

/** Reads a path as this site does: one slash between parts, none at the end, English under /en. */
export function placeOf(pathname: string): Place {
  const path = tidyPath(pathname);
  if (path === "/en") return { locale: "en", path: "/" };
  if (path.startsWith("/en/")) return { locale: "en", path: path.slice(3) };
  return { locale: "it", path };
}

/** A path of this site in a language. */
export function pathFor({ locale, path }: Place): string {
  if (locale === "it") return path;
  return path === "/" ? "/en" : `/en${path}`;
}

/** The one address of a page: no slash at its end, none doubled. */
export function tidyPath(pathname: string): string {
  return pathname.replaceAll(/[/\\]{2,}/g, "/").replace(/(?<=.)\/$/, "");
}

/** Whether a path lies at or below another. */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
