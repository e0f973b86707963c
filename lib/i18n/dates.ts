import { dateFormat } from "@/contract/dates";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import type { Language } from "@/contract/languages";

/**
 * Returns formatters of dates in a language, always in Rome's time zone. Day, month, and year stay on one line; a
 * weekday before them, or a time after them, can wrap.
 */
export function datesIn(language: Language) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(language, { timeZone: PROGRAMME_ZONE, ...options });
  return {
    date: (at: Date, options: Intl.DateTimeFormatOptions) => whole(formatter(options).format(at)),
    range: (from: Date, to: Date, options: Intl.DateTimeFormatOptions) =>
      whole(formatter(options).formatRange(from, to)),
  };
}

/** Replaces the spaces in a date such as "31 dicembre 2026" with non-breaking spaces. */
function whole(said: string): string {
  return said.replaceAll(/\b\d{1,2}º? \p{L}+\.?(?: \d{4})?/gu, (day) =>
    day.replaceAll(" ", "\u00a0"),
  );
}
