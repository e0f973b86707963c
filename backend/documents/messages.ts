import { type CriteriaWords, criteriaWords } from "@/contract/evaluation/criteria";
import { type Language, loadPerLanguage } from "@/contract/languages";
import { numberFormat } from "@/contract/number-format";
import { fieldNames, type NamesByPlace } from "@/contract/project/field-names";
import { type OptionWords, optionWords } from "@/contract/project/option-messages";
import type it from "./messages/it.json";

/**
 * Texts of the PDF dossiers and the exports. They include the short names of fields, the options of lists, and the
 * scoring rubric.
 */
export type Messages = typeof it & {
  fields: NamesByPlace["short"];
  options: OptionWords;
  criteria: CriteriaWords;
};

const words = await loadPerLanguage<Messages>(async (language) => ({
  ...(await import(`./messages/${language}.json`)).default,
  fields: fieldNames(language).short,
  options: optionWords(language),
  criteria: criteriaWords(language),
}));

export function messagesIn(language: Language): Messages {
  return words[language];
}

/** Replaces {names} in a text with the given values. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * Returns the text for a value of a closed list. Returns the value itself if the list lacks it, and "" for an empty
 * value.
 */
export function optionWord(words: Messages, value: string): string {
  return (words.options as Record<string, string>)[value] ?? value;
}

/** Formats a number for a language, with at most one decimal. */
export function numberWord(language: Language, value: number): string {
  return numberFormat(language, { maximumFractionDigits: 1 }).format(value);
}
