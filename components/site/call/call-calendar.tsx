import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import type { EditionDates } from "@/lib/browser/countdown";
import { calendarOf } from "./calendar";
import { CalendarLine } from "./calendar-line";
import styles from "./call-calendar.module.css";
import { usePhaseDays } from "./use-phase-days";

/** Shows when an edition is open, evaluated, and awarded, as a drawing and as a list below the drawing. */
export function CallCalendar({ edition }: { edition: EditionDates }) {
  const t = useTranslations("call.calendar");
  const daysOf = usePhaseDays(edition);
  const calendar = calendarOf(edition);
  const columns = calendar.phases.map(({ from, to }) => `minmax(0, ${to - from}fr)`).join(" ");

  return (
    <div className={styles.calendar}>
      <CalendarLine edition={edition} calendar={calendar} />
      <ol className={styles.phases} style={{ "--columns": columns } as CSSProperties}>
        {calendar.phases.map((phase) => (
          <li key={phase.name} className={styles.phase}>
            <span className={styles.span}>{daysOf(phase)}</span>
            <span>{t(phase.name)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
