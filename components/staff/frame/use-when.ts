import { useLocale } from "next-intl";
import { dateFormat } from "@/contract/dates";
import { closingMoment, PROGRAMME_ZONE } from "@/contract/deadline";

const MOMENT = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit" } as const;

/** Instants as the staff read them: in Rome, whoever looks and wherever. */
export function useWhen() {
  const locale = useLocale();
  const write = (options: Intl.DateTimeFormatOptions) => {
    return (instant: string) =>
      dateFormat(locale, { timeZone: PROGRAMME_ZONE, ...options }).format(new Date(instant));
  };
  const day = write({ day: "numeric", month: "long", year: "numeric" });
  return {
    /** A deadline: a Rome midnight is the end of the day before. */
    deadline: (instant: string) => {
      const { time, lastDay } = closingMoment(new Date(instant));
      return `${day(lastDay.toISOString())}, ${time}`;
    },
    /** An instant on the clocks of another place, which are named; null where they show what Rome's do. */
    elsewhere: (instant: string, timeZone: string) => {
      const own = { ...MOMENT, timeZone };
      if (write(own)(instant) === write(MOMENT)(instant)) return null;
      return write({ ...own, timeZoneName: "shortOffset" })(instant);
    },
    day,
    /** In a row: without the year. */
    short: write({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }),
    /** In the log. */
    full: write({ dateStyle: "medium", timeStyle: "short" }),
    fullDay: write({ dateStyle: "medium" }),
    moment: write(MOMENT),
    time: write({ hour: "2-digit", minute: "2-digit" }),
  };
}
