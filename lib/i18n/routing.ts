import { defineRouting } from "next-intl/routing";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";

/** The default language has no prefix, every other one lives under its own; same slugs in all (rule site.languages). */
export const routing = defineRouting({
  locales: LANGUAGES,
  defaultLocale: DEFAULT_LANGUAGE,
  localePrefix: "as-needed",
  // A Set-Cookie on every answer would end shared caching: the language switch writes the cookie itself.
  localeCookie: false,
  localeDetection: false,
  // Each page names its own hreflang pair in its metadata.
  alternateLinks: false,
});

/** The cookie the language switch writes, and only `/` reads. */
export const LOCALE_COOKIE = "locale";
/** 365 days in seconds (rule site.language-kept). */
export const LOCALE_COOKIE_MAX_AGE = 31_536_000;
