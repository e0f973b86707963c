import { useFormatter } from "next-intl";

/** "31 dicembre", "31 December": day first in both languages (Europe's English). Rome's day unless said. */
export function useDayMonth(): (
  instant: Date,
  options?: { short?: boolean; timeZone?: string },
) => [day: string, month: string] {
  const format = useFormatter();
  return (instant, { short = false, timeZone } = {}) => [
    format.dateTime(instant, { day: "numeric", timeZone }),
    format.dateTime(instant, { month: short ? "short" : "long", timeZone }),
  ];
}
