// A file of its own: every page loads these words, and must not load the whole catalogue with them.
import words from "@/messages/last-fallback.json";

/**
 * The few words of the last fallback, in both languages: it stands outside of every layout, so no
 * provider can bring them and nobody knows the language.
 */
export const FALLBACK_WORDS = [
  { locale: "it", home: "/", ...words.it },
  { locale: "en", home: "/en", ...words.en },
] as const;
