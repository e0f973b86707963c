import { LANGUAGES } from "@/contract/languages";
// Keep these messages in a separate file: every page loads them and must not load the whole catalogue.
import words from "@/messages/last-fallback.json";
import { pathFor } from "../routes/path";

/**
 * The messages of the last fallback page, in every language. This page is outside of every layout, so it has no provider
 * for messages and does not know the language.
 */
export const FALLBACK_WORDS = LANGUAGES.map((locale) => ({
  locale,
  home: pathFor({ locale, path: "/" }),
  ...words[locale],
}));
