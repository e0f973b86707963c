import type { Language } from "@/contract/fields";
import en from "./words/en.json";
import it from "./words/it.json";

/** The words of dossiers and exports. */
export type Words = typeof it;

const words: Record<Language, Words> = { it, en };

export function wordsIn(language: Language): Words {
  return words[language];
}

/** Puts values in the places of their {names}. */
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
