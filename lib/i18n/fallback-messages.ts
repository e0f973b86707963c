import { LANGUAGES } from "@/contract/languages";
// Import these messages from a separate file, because every page loads them and must not load the whole message
// catalogue.
import words from "@/messages/last-fallback.json";
import { pathFor } from "../routes/path";

/**
 * Texts of the last fallback page in every language. That page is outside of every layout, so it has no message
 * provider and does not know the language.
 */
export const FALLBACK_WORDS = LANGUAGES.map((locale) => ({
  locale,
  home: pathFor({ locale, path: "/" }),
  ...words[locale],
}));
