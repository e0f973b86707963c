import { useLocale, useTranslations } from "next-intl";
import { datesIn } from "@/lib/i18n/dates";
import { useDayMonth } from "../use-day-month";
import type { Phase } from "./calendar";

/**
 * Says when a phase of an edition is: by day where its days are known, otherwise by month; the year where it is no
 * longer the edition's.
 */
export function usePhaseDays(edition: { year: number }): (phase: Phase) => string {
  const t = useTranslations("call.calendar");
  const { date } = datesIn(useLocale());
  const dayMonth = useDayMonth();

  const monthOf = (instant: Date) => date(instant, { month: "long" });
  const yearOf = (instant: Date) => date(instant, { year: "numeric" });
  // A date stays on one line, a span may break at its dash.
  const day = (instant: Date) => dayMonth(instant).join("\u00a0");

  return ({ name, namedFrom, byDay, endsAt }) => {
    // Ends are the midnight after the last day.
    const [first, last] = [new Date(namedFrom), new Date(Date.parse(endsAt) - 1)];
    // The year is said once, where it is no longer the edition's.
    const sameYear = yearOf(last) === String(edition.year);
    const year = sameYear ? "" : ` ${yearOf(last)}`;
    if (name === "winners") {
      if (!byDay) return monthOf(last) + year;
      const turned = yearOf(first) === String(edition.year) ? "" : ` ${yearOf(first)}`;
      return day(first) + turned;
    }
    if (name === "applications") return t("span", { from: day(first), to: day(last) + year });
    const said = byDay ? day : monthOf;
    const turn = yearOf(first) === yearOf(last) || sameYear ? "" : ` ${yearOf(first)}`;
    return t("span", { from: said(first) + turn, to: said(last) + year });
  };
}
