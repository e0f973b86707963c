import { type CriteriaWords, criteriaWords } from "@/contract/evaluation/criteria";
import { type Language, loadPerLanguage } from "@/contract/languages";
import { fieldNames, type NamesByPlace } from "@/contract/project/field-names";
import { type OptionWords, optionWords } from "@/contract/project/option-words";
import type it from "./words/it.json";

/** The words of dossiers and exports; fields by the names that stand over what is read, options, and the rubric. */
export type Words = typeof it & {
  fields: NamesByPlace["short"];
  options: OptionWords;
  criteria: CriteriaWords;
};

const words = await loadPerLanguage<Words>(async (language) => ({
  ...(await import(`./words/${language}.json`)).default,
  fields: fieldNames(language).short,
  options: optionWords(language),
  criteria: criteriaWords(language),
}));

export function wordsIn(language: Language): Words {
  return words[language];
}

/** Replaces {names} with their values. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The word for a value of a closed list; "" for none, the value itself if the list has grown. */
export function optionWord(words: Words, value: string): string {
  return (words.options as Record<string, string>)[value] ?? value;
}

/** A number as the language writes it, at most one decimal. */
export function numberWord(language: Language, value: number): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
}
