import { LANGUAGES } from "@/contract/languages";
// A file of its own: every page loads these words, and must not load the whole catalogue with them.
import words from "@/messages/last-fallback.json";
import { pathFor } from "../routes/path";

/**
 * The few words of the last fallback, in every language: it stands outside of every layout, so no
 * provider can bring them and nobody knows the language.
 */
export const FALLBACK_WORDS = LANGUAGES.map((locale) => ({
  locale,
  home: pathFor({ locale, path: "/" }),
  ...words[locale],
}));
