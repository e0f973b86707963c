import { useLocale } from "next-intl";
import { datesIn } from "@/lib/i18n/dates";

/**
 * Returns date formatters for the evaluators' pages. Dates are in Rome time, and English dates are British ("4 October
 * 2026").
 */
export function useDates() {
  const { date } = datesIn(useLocale());
  const write = (options: Intl.DateTimeFormatOptions) => (at: Date | string) =>
    date(new Date(at), options);
  return {
    /** Date format: 4 October 2026 */
    day: write({ dateStyle: "long" }),
    /** Date format: 4 Oct */
    short: write({ day: "numeric", month: "short" }),
    /** Date format: 4 October 2026 at 18:00 */
    moment: write({ dateStyle: "long", timeStyle: "short" }),
    /** Time format: 18:00 */
    time: write({ timeStyle: "short" }),
  };
}
