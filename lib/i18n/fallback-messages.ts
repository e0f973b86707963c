import { LANGUAGES } from "@/contract/languages";
// Import these messages from a separate file, because every page loads them and must not load the whole message
// catalogue.
import words from "@/messages/last-fallback.json";
import { pathFor } from "../routes/path";

/**
 * Texts, in every language, of the page that replaces a broken error page. This page is outside of every layout, so it
 * has no message provider and does not know the language.
 */
export const FALLBACK_WORDS = LANGUAGES.map((locale) => ({
  locale,
  home: pathFor({ locale, path: "/" }),
  ...words[locale],
}));
