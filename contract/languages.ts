/*
 * Properties of a language of the site. A new language needs only a new entry and its texts (contract/README.md, "Add a
 * language").
 */

type Entry = {
  /** Name of the language in that language, for the language switch. */
  name: string;
  /** Region for dates and numbers (BCP 47). The English of this site is British: 28 January, 18:00. */
  region: string;
  /** The first day of a month in running text, such as "1º". Absent if the language writes "1". */
  first?: string;
};

/** Languages of the site in display order. The first one is the default, and its addresses have no prefix. */
export const LANGUAGE = {
  it: { name: "Italiano", region: "it-IT", first: "1º" },
  en: { name: "English", region: "en-GB" },
} as const satisfies Record<string, Entry>;

export type Language = keyof typeof LANGUAGE;

export const LANGUAGES = Object.keys(LANGUAGE) as [Language, ...Language[]];
export const [DEFAULT_LANGUAGE] = LANGUAGES;
/** Languages whose code must be in addresses and requests: all except the default language. */
export const NAMED_LANGUAGES = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

/** Parses a stored, sent, or typed language. Returns the default for unknown values. */
export function languageOf(value: string | null | undefined): Language {
  return LANGUAGES.find((language) => language === value) ?? DEFAULT_LANGUAGE;
}

/** Returns the name of a language in another language: "italiano", "Italian". */
export function languageName(reader: string, language: string): string {
  return new Intl.DisplayNames(reader, { type: "language" }).of(language) ?? language;
}

/** Returns the path of a page in a language. Paths in the default language have no language prefix. */
export function pathIn(language: Language, path: string): string {
  if (language === DEFAULT_LANGUAGE) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

/** Splits a path into its language prefix and the path without language. */
export function splitPath(path: string): { language: Language; path: string } {
  const language = NAMED_LANGUAGES.find((one) => path === `/${one}` || path.startsWith(`/${one}/`));
  if (!language) return { language: DEFAULT_LANGUAGE, path };
  return { language, path: path.slice(language.length + 1) || "/" };
}

/** Returns an object with one value for each language. */
export function perLanguage<T>(make: (language: Language) => T): Record<Language, T> {
  const made = LANGUAGES.map((language) => [language, make(language)] as const);
  return Object.fromEntries(made) as Record<Language, T>;
}

/** Loads one value for each language asynchronously, such as texts or content items. */
export async function loadPerLanguage<T>(
  load: (language: Language) => Promise<T>,
): Promise<Record<Language, T>> {
  const loading = LANGUAGES.map(async (language) => [language, await load(language)] as const);
  return Object.fromEntries(await Promise.all(loading)) as Record<Language, T>;
}

/** Joins items as in running text: in Italian "a, b e c", in British English without a comma before "and". */
export function listIn(
  language: Language,
  things: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return new Intl.ListFormat(LANGUAGE[language].region, { type }).format(things);
}

/** Returns a day of the month as a language writes it in running text. */
export function dayIn(language: Language, day: string): string {
  const { first }: Entry = LANGUAGE[language];
  return first !== undefined && day === "1" ? first : day;
}
