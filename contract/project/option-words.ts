import { type Language, loadPerLanguage } from "../languages";
import type it from "./option-words.it.json";

/** The word for each value of the closed lists; the Italian file gives the type of all. */
export type OptionWords = typeof it;

const WORDS = await loadPerLanguage<OptionWords>(
  async (language) => (await import(`./option-words.${language}.json`)).default,
);

/** The words for the values of the closed lists, which pages and papers share. */
export function optionWords(language: Language): OptionWords {
  return WORDS[language];
}
