import { useFormatter, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import type { EditionDates } from "@/lib/browser/countdown";
import { useDayMonth } from "../use-day-month";
import { calendarOf, type Phase } from "./calendar";
import { CalendarLine } from "./calendar-line";
import styles from "./call-calendar.module.css";

/** When an edition is open, evaluated and awarded: leaps above, the same as a list below. */
export function CallCalendar({ edition }: { edition: EditionDates }) {
  const t = useTranslations("call.calendar");
  const format = useFormatter();
  const dayMonth = useDayMonth();
  const calendar = calendarOf(edition);
  const columns = calendar.phases.map(({ from, to }) => `minmax(0, ${to - from}fr)`).join(" ");

  const monthOf = (instant: Date) => format.dateTime(instant, { month: "long" });
  const yearOf = (instant: Date) => format.dateTime(instant, { year: "numeric" });
  // A date stays on one line, a span may break at its dash.
  const day = (instant: Date) => dayMonth(instant).join("\u00a0");

  function span({ name, namedFrom, byDay, endsAt }: Phase): string {
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
  }

  return (
    <div className={styles.calendar}>
      <CalendarLine calendar={calendar} />
      <ol className={styles.phases} style={{ "--columns": columns } as CSSProperties}>
        {calendar.phases.map((phase) => (
          <li key={phase.name} className={styles.phase}>
            <span className={styles.span}>{span(phase)}</span>
            <span>{t(phase.name)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
