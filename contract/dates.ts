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
 * Returns a formatter of dates in a language, in the time zone of the options. If the month is written as a word, the
 * first day of the month is written as in running text ("1º luglio"). Days never start with 0, as Italian date ranges
 * do by default.
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
