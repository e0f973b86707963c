import { dateFormat } from "@/contract/dates";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import type { Language } from "@/contract/languages";

/** How a language writes the programme's dates: in Rome's time, whoever reads. */
export function datesIn(language: Language) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    dateFormat(language, { timeZone: PROGRAMME_ZONE, ...options });
  return {
    date: (at: Date, options: Intl.DateTimeFormatOptions) => formatter(options).format(at),
    range: (from: Date, to: Date, options: Intl.DateTimeFormatOptions) =>
      formatter(options).formatRange(from, to),
  };
}
