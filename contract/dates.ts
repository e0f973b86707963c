import { dayIn, LANGUAGE, type Language } from "./languages";

const made = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the date formatter for a language and options. The formatter is cached, because creating a formatter takes 25
 * times as long as formatting a date.
 */
function intlFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const key = language + JSON.stringify(options);
  const format = made.get(key) ?? new Intl.DateTimeFormat(LANGUAGE[language].region, options);
  made.set(key, format);
  return format;
}

/**
 * Returns a formatter of dates and date ranges in a language. `options` sets the time zone. If the options write the
 * month as a word, the first day of a month is written as in running text ("1º luglio"), and no day starts with 0.
 * (Intl writes "01" in Italian date ranges.)
 */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const intl = intlFormat(language, options);
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
