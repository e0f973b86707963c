import { useLocale, useTranslations } from "next-intl";
import { datesIn } from "@/lib/i18n/dates";
import type { Phase } from "./calendar";

/**
 * Returns a function that formats a phase's dates: as days if known, otherwise as months. Adds the year if it differs
 * from the edition's year, and both years if the phase spans two years.
 */
export function usePhaseDays(edition: { year: number }): (phase: Phase) => string {
  const t = useTranslations("call.calendar");
  const { date } = datesIn(useLocale());

  const monthOf = (instant: Date) => date(instant, { month: "long" });
  const yearOf = (instant: Date) => date(instant, { year: "numeric" });
  // Format a day without its year, because the code below adds the year only where the year is needed.
  const day = (instant: Date) => date(instant, { day: "numeric", month: "long" });

  return ({ name, namedFrom, byDay, endsAt }) => {
    // A phase ends at the midnight after its last day, so subtract 1 ms to get its last day.
    const [first, last] = [new Date(namedFrom), new Date(Date.parse(endsAt) - 1)];
    const said = byDay || name === "applications" ? day : monthOf;
    const own = String(edition.year);
    if (name === "winners") {
      const at = byDay ? first : last;
      return said(at) + (yearOf(at) === own ? "" : ` ${yearOf(at)}`);
    }
    // A phase that spans two years shows both years. Another phase shows its year once, if it differs from the
    // edition's year.
    const turns = yearOf(first) !== yearOf(last);
    const from = said(first) + (turns ? ` ${yearOf(first)}` : "");
    const to = said(last) + (turns || yearOf(last) !== own ? ` ${yearOf(last)}` : "");
    return t("span", { from, to });
  };
}

/**
 * Returns a function that formats the days of a round, with the year if it differs from the edition's year.
 */
export function useRoundDays(edition: { year: number }): (opens: string, closes: string) => string {
  const t = useTranslations("call.calendar");
  const { date } = datesIn(useLocale());
  return (opens, closes) => {
    // A round ends at the midnight after its last day, so subtract 1 ms to get its last day.
    const [first, last] = [new Date(opens), new Date(Date.parse(closes) - 1)];
    const isOther = date(last, { year: "numeric" }) !== String(edition.year);
    const said = (at: Date, withYear: boolean) =>
      date(at, { day: "numeric", month: "long", ...(withYear && { year: "numeric" }) });
    return t("roundSpan", { from: said(first, false), to: said(last, isOther) });
  };
}
