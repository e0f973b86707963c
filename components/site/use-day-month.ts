import { useLocale } from "next-intl";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { dayIn } from "@/contract/languages";
import { datesIn } from "@/lib/i18n/dates";

/**
 * "31 dicembre", "31 December": day first in both languages (Europe's English). Rome's day unless said.
 * Italian reads the first of a month as an ordinal and writes it so ("1º luglio"), but in a short date.
 */
export function useDayMonth(): (
  instant: Date,
  options?: { short?: boolean; timeZone?: string },
) => [day: string, month: string] {
  const locale = useLocale();
  const { date } = datesIn(locale);
  return (instant, { short = false, timeZone = PROGRAMME_ZONE } = {}) => {
    const day = date(instant, { day: "numeric", timeZone });
    const month = date(instant, { month: short ? "short" : "long", timeZone });
    return [short ? day : dayIn(locale, day), month];
  };
}
