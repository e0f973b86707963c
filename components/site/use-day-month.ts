import { useFormatter, useLocale } from "next-intl";
import { dayIn } from "@/contract/languages";

/**
 * "31 dicembre", "31 December": day first in both languages (Europe's English). Rome's day unless said.
 * Italian reads the first of a month as an ordinal and writes it so ("1º luglio"), but in a short date.
 */
export function useDayMonth(): (
  instant: Date,
  options?: { short?: boolean; timeZone?: string },
) => [day: string, month: string] {
  const format = useFormatter();
  const locale = useLocale();
  return (instant, { short = false, timeZone } = {}) => {
    const day = format.dateTime(instant, { day: "numeric", timeZone });
    const month = format.dateTime(instant, { month: short ? "short" : "long", timeZone });
    return [short ? day : dayIn(locale, day), month];
  };
}
