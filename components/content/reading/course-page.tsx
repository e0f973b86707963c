import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ButtonLink } from "@/components/ui/actions/button-link";
import type { Language } from "@/contract/languages";
import { catalogueOf, itemOf } from "@/lib/api/content/catalogue";
import { datesIn } from "@/lib/i18n/dates";
import { type EventTimes, eventTimes } from "@/lib/site/events";
import { breadcrumbData, courseData } from "@/lib/site/structured-data";
import { JsonLd } from "../json-ld";
import { CourseKicker } from "./course-kicker";
import { Facts } from "./facts";
import { MoreItems } from "./more-items";
import { ReadingPage } from "./reading-page";

/** The first meeting: "martedì 12 gennaio 2027, 18:30", Rome time. */
function CourseStart({ times, locale }: { times: EventTimes; locale: Language }) {
  const day = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const hour = { hour: "2-digit", minute: "2-digit" } as const;
  const dates = datesIn(locale);
  return (
    <time dateTime={times.startsAt.toISOString()}>
      {dates.date(times.startsAt, day)}
      {!times.allDay && `, ${dates.date(times.startsAt, hour)}`}
    </time>
  );
}

/** Other courses shown under one. */
const MORE = 3;

/** A course: who it is for, how long it takes, who teaches it, and where to enrol. */
export async function CoursePage({ slug }: { slug: string }) {
  const locale = await getLocale();
  const t = await getTranslations("courses");
  const item = await itemOf("courses", slug, locale);
  if (!item) notFound();
  const { level, duration, link, places, location } = item.meta;
  const times = eventTimes(item.meta);
  const trail = [
    { href: "/academy", words: t("academy") },
    { href: "/corso", words: t("title") },
  ];
  const here = { href: `/corso/${slug}`, words: item.title };
  const others = (await catalogueOf("courses", locale)).filter((other) => other.slug !== slug);
  const inItem = [
    { term: t("level"), fact: level },
    { term: t("duration"), fact: duration },
    { term: t("where"), fact: location },
    { term: t("places"), fact: places },
    { term: t("teacher"), fact: item.author },
    { term: t("subject"), fact: item.tags[0] },
  ].flatMap(({ term, fact }) =>
    fact ? [{ term, fact: <span lang={item.locale}>{fact}</span> }] : [],
  );
  const starts = times
    ? [{ term: t("starts"), fact: <CourseStart times={times} locale={locale} /> }]
    : [];
  return (
    <>
      <JsonLd data={courseData(item)} />
      <JsonLd data={breadcrumbData(locale, [...trail, here])} />
      <ReadingPage
        item={item}
        type="courses"
        trail={trail}
        below={
          <Facts facts={[...starts, ...inItem, { term: t("price"), fact: t("free") }]}>
            {link && (
              <>
                <ButtonLink href={link}>{t("enrol")}</ButtonLink>
                <p>{t("enrolNote")}</p>
              </>
            )}
          </Facts>
        }
      />
      <MoreItems
        title={t("more")}
        items={others.slice(0, MORE)}
        type="courses"
        all={{ href: "/corso", words: t("all") }}
        kicker={(course) => <CourseKicker course={course} />}
      />
    </>
  );
}
