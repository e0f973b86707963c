import { useLocale, useTranslations } from "next-intl";
import { datesIn } from "@/lib/i18n/dates";
import type { Phase } from "./calendar";

/**
 * Says when a phase of an edition is: by day where its days are known, otherwise by month; the year where it is no
 * longer the edition's, and both years of a span over the turn of one.
 */
export function usePhaseDays(edition: { year: number }): (phase: Phase) => string {
  const t = useTranslations("call.calendar");
  const { date } = datesIn(useLocale());

  const monthOf = (instant: Date) => date(instant, { month: "long" });
  const yearOf = (instant: Date) => date(instant, { year: "numeric" });
  // The last leap is short: a year may stand below its day.
  const day = (instant: Date) => date(instant, { day: "numeric", month: "long" });

  return ({ name, namedFrom, byDay, endsAt }) => {
    // Ends are the midnight after the last day.
    const [first, last] = [new Date(namedFrom), new Date(Date.parse(endsAt) - 1)];
    const said = byDay || name === "applications" ? day : monthOf;
    const own = String(edition.year);
    if (name === "winners") {
      const at = byDay ? first : last;
      return said(at) + (yearOf(at) === own ? "" : ` ${yearOf(at)}`);
    }
    // A span over the turn of a year says both; otherwise its year once, where it is not the edition's.
    const turns = yearOf(first) !== yearOf(last);
    const from = said(first) + (turns ? ` ${yearOf(first)}` : "");
    const to = said(last) + (turns || yearOf(last) !== own ? ` ${yearOf(last)}` : "");
    return t("span", { from, to });
  };
}
