import { type Language, loadPerLanguage } from "../languages";
import type it from "./option-messages.it.json";

/** Texts for the values of the application's fixed lists. The Italian file defines the type. */
export type OptionWords = typeof it;

const WORDS = await loadPerLanguage<OptionWords>(
  async (language) => (await import(`./option-messages.${language}.json`)).default,
);

/** Returns the texts of the application's fixed lists in a language, for pages and documents. */
export function optionWords(language: Language): OptionWords {
  return WORDS[language];
}
