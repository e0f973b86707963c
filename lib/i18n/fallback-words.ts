import en from "@/messages/en.json";
import it from "@/messages/it.json";

/**
 * The few words of the last fallback, in both languages: it stands outside of every layout, so no
 * provider can bring them and nobody knows the language.
 */
export const FALLBACK_WORDS = [
  { locale: "it", home: "/", ...it.errorFallback },
  { locale: "en", home: "/en", ...en.errorFallback },
] as const;
