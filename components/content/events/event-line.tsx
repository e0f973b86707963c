import { useLocale, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { Ring } from "@/components/ui/figures/ring";
import { attendancesAt } from "@/contract/content/attendance";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { type EventTimes, timeline } from "@/lib/site/events";
import styles from "./event-line.module.css";

/**
 * Draws the upcoming events at their days on a time axis with months. An on-site event is a thick ring, and an online
 * event is a thin ring. Events on nearby days are stacked. Hidden from screen readers, because the list of events gives
 * the same information.
 */
export function EventLine({
  events,
}: {
  events: readonly { event: Summary; times: EventTimes | null }[];
}) {
  const t = useTranslations("events");
  const { date } = datesIn(useLocale());
  const { months, days } = timeline(events);
  if (days.length === 0) return null;
  const highest = Math.max(...days.map(({ level }) => level));
  return (
    <div aria-hidden="true">
      <div className={styles.line} style={{ "--levels": highest + 1 } as CSSProperties}>
        {months.map(({ at, x }) => (
          <span key={x} className={styles.month} style={{ "--x": x } as CSSProperties}>
            {date(at, { month: "short" })}
          </span>
        ))}
        {days.map(({ event, at, x, level }, index) => (
          <span
            key={event.slug}
            className={styles.day}
            data-covered={(days[index + 1]?.level ?? 0) > level}
            style={{ "--x": x, "--level": level } as CSSProperties}
          >
            <span className={styles.number}>{date(at, { day: "numeric" })}</span>
            <Ring hoop={!attendancesAt(event.meta.location).includes("onsite")} />
          </span>
        ))}
      </div>
      <p className={styles.key}>
        {(["onsite", "online"] as const).map((attendance) => (
          <span key={attendance}>
            <Ring hoop={attendance === "online"} size="1.25em" /> {t(`only.${attendance}.tab`)}
          </span>
        ))}
      </p>
    </div>
  );
}
