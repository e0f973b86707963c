/** Returns the name of a language in the page's language: "italiano", "Italian". */
export function languageName(locale: string, language: string): string {
  return new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? language;
}
