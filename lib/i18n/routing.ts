import { defineRouting } from "next-intl/routing";
import { DEFAULT_LANGUAGE, LANGUAGES } from "@/contract/languages";

/** The locale routing: no prefix for the default language, a prefix for others, the same slugs. Rule: site.languages. */
export const routing = defineRouting({
  locales: LANGUAGES,
  defaultLocale: DEFAULT_LANGUAGE,
  localePrefix: "as-needed",
  // A Set-Cookie header on every response would prevent shared caching. The language switch writes the cookie itself.
  localeCookie: false,
  localeDetection: false,
  // Each page sets its hreflang links in its metadata.
  alternateLinks: false,
});

/** The cookie that the language switch writes. Only `/` reads it. */
export const LOCALE_COOKIE = "locale";
/** 365 days in seconds. Rule: site.language-kept. */
export const LOCALE_COOKIE_MAX_AGE = 31_536_000;
