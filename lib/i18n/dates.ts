import { dateFormat } from "@/contract/dates";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import type { Language } from "@/contract/languages";

/**
 * How a language writes the programme's dates: in Rome's time, whoever reads. Day, month and year stay on one line;
 * a weekday before them and an hour after them may stand on another.
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

/** "31 dicembre 2026" with spaces that do not break. */
function whole(said: string): string {
  return said.replaceAll(/\b\d{1,2}º? \p{L}+\.?(?: \d{4})?/gu, (day) =>
    day.replaceAll(" ", "\u00a0"),
  );
}
