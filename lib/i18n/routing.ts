import { defineRouting } from "next-intl/routing";

/** Italian has no prefix, English lives under /en; same slugs in both (specification part 2). */
export const routing = defineRouting({
  locales: ["it", "en"],
  defaultLocale: "it",
  localePrefix: "as-needed",
  // A Set-Cookie on every answer would end shared caching: the language switch writes the cookie itself.
  localeCookie: false,
  localeDetection: false,
  // Each page names its own hreflang pair in its metadata.
  alternateLinks: false,
});

export type Locale = (typeof routing.locales)[number];

/** The language of a page's parameters; the layout has refused everything else. */
export function localeOf(params: { locale: string }): Locale {
  return params.locale === "en" ? "en" : "it";
}

/** The cookie the language switch writes, and only `/` reads. */
export const LOCALE_COOKIE = "locale";
/** 365 days in seconds (specification part 9). */
export const LOCALE_COOKIE_MAX_AGE = 31_536_000;
