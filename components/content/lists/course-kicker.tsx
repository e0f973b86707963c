import { useLocale, useTranslations } from "next-intl";
import type { Summary } from "@/lib/content/content";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import { eventTimes } from "@/lib/site/events";

/** Renders the line above a course's title: level, duration, place, and start date. */
export function CourseKicker({ course }: { course: Summary }) {
  const t = useTranslations("courses");
  const dates = datesIn(useLocale());
  const { level, duration, location } = course.meta;
  const times = eventTimes(course.meta);
  return (
    <>
      {level && <span lang={course.locale}>{level}</span>}
      {duration && <span lang={course.locale}>{duration}</span>}
      {location && <span lang={course.locale}>{location}</span>}
      {times && (
        <span>
          {t(
            "from",
            dated(
              "date",
              dates.date(times.startsAt, { day: "numeric", month: "long", year: "numeric" }),
            ),
          )}
        </span>
      )}
    </>
  );
}
