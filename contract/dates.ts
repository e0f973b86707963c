import { dayIn, LANGUAGE, type Language } from "./languages";

/**
 * Dates as a language writes them, in the zone of the options; where the month is a word, the first of it as
 * running text has it ("1º luglio"), and no day begins with the 0 that Italian spans have.
 */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const intl = new Intl.DateTimeFormat(LANGUAGE[language].region, options);
  const isText = options.month === "long" || /^(long|full)$/.test(options.dateStyle ?? "");
  const join = (parts: { type: string; value: string }[]) =>
    parts
      .map(({ type, value }) =>
        isText && type === "day" ? dayIn(language, value.replace(/^0/, "")) : value,
      )
      .join("");
  return {
    format: (at: Date) => join(intl.formatToParts(at)),
    formatRange: (from: Date, to: Date) => join(intl.formatRangeToParts(from, to)),
  };
}
