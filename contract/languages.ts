/*
 * The languages of the site, one entry each. What follows from a language follows from its entry: a
 * further one is an entry here and its words (contract/README.md, "Add a language").
 */

type Entry = {
  /** Its name in itself, as the switch of languages reads it out. */
  name: string;
  /** Whose dates and figures it writes (BCP 47). The English of this site is British: 28 January, 18:00. */
  region: string;
  /** How running text writes the first of a month, where that is no plain 1. */
  first?: string;
};

/** In the order people see them. The first is the default: its addresses have no prefix. */
export const LANGUAGE = {
  it: { name: "Italiano", region: "it-IT", first: "1º" },
  en: { name: "English", region: "en-GB" },
} as const satisfies Record<string, Entry>;

export type Language = keyof typeof LANGUAGE;

export const LANGUAGES = Object.keys(LANGUAGE) as [Language, ...Language[]];
export const [DEFAULT_LANGUAGE] = LANGUAGES;
/** Those that an address and a request have to name. */
export const NAMED_LANGUAGES = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

/** Reads a language out of what was stored, sent or typed; the default for everything it does not know. */
export function languageOf(value: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === value) ?? DEFAULT_LANGUAGE;
}

/** One of something for every language. */
export function perLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  const made = LANGUAGES.map((language) => [language, make(language)] as const);
  return Object.fromEntries(made) as Record<Language, T>;
}

/** The same for what has to be waited for: words, items. */
export async function loadPerLanguage<T>(
  load: (language: Language) => Promise<T>,
): Promise<Record<Language, T>> {
  const loading = LANGUAGES.map(async (language) => [language, await load(language)] as const);
  return Object.fromEntries(await Promise.all(loading)) as Record<Language, T>;
}

/** Several things as running text of a language names them: "a, b e c", and without a comma before the British "and". */
export function listIn(
  language: Language,
  things: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat(LANGUAGE[language].region, { type }).format(things);
}

/** A day of the month as running text of a language writes it. */
export function dayIn(language: Language, day: string): string {
  const { first }: Entry = LANGUAGE[language];
  return first !== undefined && day === "1" ? first : day;
}
