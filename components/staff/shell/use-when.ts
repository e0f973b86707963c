import { useLocale } from "next-intl";
import { dateFormat } from "@/contract/dates";
import { closingMoment, PROGRAMME_ZONE, romeYear } from "@/contract/deadline";
import { useLikelyYear } from "@/lib/browser/server-clock";

const MOMENT = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;

/**
 * Returns the option that adds the year to a date, unless the date is in the current year in Rome. Without the year,
 * staff could believe that the date is in the current year.
 *
 * @param now the current year; null if it is unknown
 */
export function yearIfOther(at: Date, now: string | null): { year?: "numeric" } {
  return romeYear(at) === now ? {} : { year: "numeric" };
}

/**
 * Returns functions that format times for staff, always in Rome's time zone. A date in another year includes the year.
 */
export function useWhen() {
  const locale = useLocale();
  const year = useLikelyYear();
  const write = (options: Intl.DateTimeFormatOptions) => {
    return (instant: string) =>
      dateFormat(locale, { timeZone: PROGRAMME_ZONE, ...options }).format(new Date(instant));
  };
  const near = (options: Intl.DateTimeFormatOptions) => (instant: string) =>
    write({ ...options, ...yearIfOther(new Date(instant), year) })(instant);
  const day = write({ day: "numeric", month: "long", year: "numeric" });
  return {
    /** Formats a deadline. Midnight in Rome appears as the end of the day before. */
    deadline: (instant: string) => {
      const { time, lastDay } = closingMoment(new Date(instant));
      return `${day(lastDay.toISOString())}, ${time}`;
    },
    /**
     * Formats a time in another time zone, with the zone's name. Returns null if the clock shows the same time in Rome.
     */
    elsewhere: (instant: string, timeZone: string) => {
      const own = { ...MOMENT, timeZone };
      if (write(own)(instant) === write(MOMENT)(instant)) return null;
      return write({ ...own, timeZoneName: "shortOffset" })(instant);
    },
    day,
    /** Returns the text of a time for a row of a list. */
    short: near({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
    /** Returns the text of a time for the audit log. */
    full: write({ dateStyle: "medium", timeStyle: "short" }),
    fullDay: write({ dateStyle: "medium" }),
    moment: near(MOMENT),
    time: write({ hour: "2-digit", minute: "2-digit" }),
  };
}
