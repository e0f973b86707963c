import { useLocale, useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { type EventTimes, eventTimes } from "@/lib/site/events";
import { Facts } from "./facts";

/**
 * Shows the facts of a course and, until the course starts, a link to enrol.
 *
 * @param course the course; facts missing in its `meta` are not shown
 */
export function CourseFacts({ course }: { course: Summary }) {
  const t = useTranslations("courses");
  const { level, duration, link, places, location } = course.meta;
  const times = eventTimes(course.meta);
  const begun = times !== null && times.startsAt < new Date();
  const written = [
    { term: t("level"), fact: level },
    { term: t("duration"), fact: duration },
    { term: t("where"), fact: location },
    { term: t("places"), fact: places },
    { term: t("teacher"), fact: course.author },
    { term: t("subject"), fact: course.tags[0] },
  ].flatMap(({ term, fact }) =>
    fact ? [{ term, fact: <span lang={course.locale}>{fact}</span> }] : [],
  );
  const starts = times ? [{ term: t("starts"), fact: <CourseStart times={times} /> }] : [];
  return (
    <Facts facts={[...starts, ...written, { term: t("price"), fact: t("free") }]}>
      {begun && <p>{t("begun")}</p>}
      {!begun && link && (
        <>
          <ButtonLink href={link}>{t("enrol")}</ButtonLink>
          <p>{t(link.startsWith("mailto:") ? "enrolMail" : "enrolNote")}</p>
          <p>{t("enrolEnd")}</p>
        </>
      )}
    </Facts>
  );
}

/** Shows a course's first meeting in Rome time: "Tuesday 12 January 2027, 18:30". */
function CourseStart({ times }: { times: EventTimes }) {
  const dates = datesIn(useLocale());
  const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const hour = { hour: "2-digit", minute: "2-digit" } as const;
  return (
    <time dateTime={times.startsAt.toISOString()}>
      {dates.date(times.startsAt, day)}
      {!times.allDay && `, ${dates.date(times.startsAt, hour)}`}
    </time>
  );
}
