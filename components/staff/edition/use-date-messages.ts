import { useTranslations } from "next-intl";
import { closingMoment } from "@/contract/deadline";
import { type EditionDate, LAST_DAY_DATES, type StaffEdition } from "@/contract/staff/editions";
import { dated } from "@/lib/i18n/is-elided";
import { useWhen } from "../shell/use-when";
import { useTodayMessages } from "../today/use-today-messages";

/** Reports whether the given date of an edition is the last day of a phase. The phase ends at the end of that day. */
export const isLastDay = (which: EditionDate) => LAST_DAY_DATES.includes(which);

/**
 * Returns functions that format an edition's dates. A last day appears with its end time; other dates are days without
 * a time.
 */
export function useDateMessages({ at, dates }: Pick<StaffEdition, "at" | "dates">) {
  const t = useTranslations("staff.dates");
  const when = useWhen();
  const { date, day, span, time, now } = useTodayMessages({ at, edition: null });
  const meant = (which: EditionDate, instant: string) =>
    isLastDay(which) ? closingMoment(new Date(instant)).lastDay : new Date(instant);
  return {
    ...{ date, time, now, deadline: when.deadline, moment: when.moment },
    until: (instant: string) => span(now, Date.parse(instant)),
    month: (instant: Date) => date(instant, { month: "short" }),
    /** Returns the day and short month of a date, for the date's label on the time axis. */
    shortDay: (which: EditionDate, instant: string) =>
      date(meant(which, instant), { day: "numeric", month: "short" }),
    day: (which: EditionDate, instant: string) => day(meant(which, instant)),
    /** Returns the text of a date in the list of dates. */
    whole: (which: EditionDate, instant: string | null) => {
      if (instant === null) {
        // If the date is not set, say that the site shows the months given in the rules. If only the evaluation's start
        // is not set, scoring begins with the first sent application, and the site shows the day on which applications
        // close.
        const closes = dates.find((one) => one.which === "closes")?.at;
        const ends = dates.find((one) => one.which === "evaluation-closes")?.at;
        if (which === "evaluation-opens" && closes && ends) {
          return t("unsetOpens", dated("day", when.day(closes)));
        }
        return t("unsetByRule");
      }
      return isLastDay(which) ? when.deadline(instant) : when.day(instant);
    },
  };
}
