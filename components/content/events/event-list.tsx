import { useLocale, useTranslations } from "next-intl";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { foreign } from "@/lib/i18n/foreign";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import type { EventTimes } from "@/lib/site/events";
import styles from "./event-list.module.css";

/** Lists events as a timetable with day, title, place, and kind. Each row links to its event. */
export function EventList({
  events,
  level = 3,
}: {
  events: readonly { event: Summary; times: EventTimes | null }[];
  level?: 3 | 4;
}) {
  return (
    <ul className={styles.list}>
      {events.map(({ event, times }) => (
        <EventRow key={event.slug} event={event} times={times} level={level} />
      ))}
    </ul>
  );
}

function EventRow({
  event,
  times,
  level,
}: {
  event: Summary;
  times: EventTimes | null;
  level: 3 | 4;
}) {
  const t = useTranslations("events");
  const words = useTranslations("content");
  const Title = `h${level}` as const;
  const language = foreign(event.locale, useLocale());
  return (
    <li className={styles.row}>
      {times ? <EventDay at={times.startsAt} /> : <span>{t("noDate")}</span>}
      <Title className={styles.title} {...language}>
        <PageLink className={styles.link} href={itemPath("events", event.slug)} prefetch={false}>
          {event.title}
        </PageLink>
      </Title>
      <span className={styles.place} {...language}>
        {event.meta.location}
      </span>
      <span className={styles.kind} {...language}>
        {event.tags[0]}
        {language.lang && ` (${words("inItalian")})`}
      </span>
      <span className={styles.mark} aria-hidden="true" />
    </li>
  );
}

/** Shows an event's date as a large number, a short month, and the year, because lists span several years. */
function EventDay({ at }: { at: Date }) {
  const dates = datesIn(useLocale());
  return (
    <time className={styles.day} dateTime={at.toISOString()}>
      <span className={styles.number}>{dates.date(at, { day: "numeric" })}</span>{" "}
      <span className={styles.month}>
        {dates.date(at, { month: "short" })}{" "}
        <span className={styles.year}>{dates.date(at, { year: "numeric" })}</span>
      </span>
    </time>
  );
}
