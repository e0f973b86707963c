import { defineRouting } from "next-intl/routing";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";

/**
 * Routing of languages. Paths in the default language have no prefix; paths in other languages have one. Slugs are
 * equal in all languages. Rule: site.languages.
 */
export const routing = defineRouting({
  locales: LANGUAGES,
  defaultLocale: DEFAULT_LANGUAGE,
  localePrefix: "as-needed",
  // next-intl writes no locale cookie, because a Set-Cookie header on every response would prevent shared caching. The
  // language switch writes the cookie.
  localeCookie: false,
  localeDetection: false,
  // next-intl adds no hreflang links, because each page sets its own hreflang links in its metadata.
  alternateLinks: false,
});

/** Name of the cookie that the language switch writes. Only the page `/` reads it. */
export const LOCALE_COOKIE = "locale";
/** Lifetime of the locale cookie: 365 days in seconds. Rule: site.language-kept. */
export const LOCALE_COOKIE_MAX_AGE = 31_536_000;
