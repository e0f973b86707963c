import { PROGRAMME_ZONE } from "@/contract/deadline";
import type { Locale } from "./routing";

/** The English of this site is British: 28 January, 18:00. */
const REGION: Record<Locale, string> = { it: "it-IT", en: "en-GB" };

/** How a language writes the programme's dates: in Rome's time, whoever reads. */
export function datesIn(locale: Locale) {
  const formatter = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(REGION[locale], { timeZone: PROGRAMME_ZONE, ...options });
  return {
    date: (at: Date, options: Intl.DateTimeFormatOptions) => formatter(options).format(at),
    range: (from: Date, to: Date, options: Intl.DateTimeFormatOptions) =>
      formatter(options).formatRange(from, to),
  };
}
