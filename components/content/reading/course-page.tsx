import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { catalogueOf, itemOf } from "@/lib/content/catalogue";
import { furtherOf } from "@/lib/content/further";
import { itemPath } from "@/lib/routes/items";
import { byTime } from "@/lib/site/events";
import { breadcrumbData, courseData } from "@/lib/site/structured-data";
import { JsonLd } from "../json-ld";
import { CourseKicker } from "../lists/course-kicker";
import { CourseFacts } from "./course-facts";
import { FurtherReading } from "./further-reading";
import { MoreItems } from "./more-items";
import { ReadingPage } from "./reading-page";

/** Number of other courses at the end of a course's page. */
const MORE = 3;

/** Renders the page of a course: audience, duration, teachers, and enrolment. */
export async function CoursePage({ slug }: { slug: string }) {
  const locale = await getLocale();
  const t = await getTranslations("courses");
  const item = await itemOf("courses", slug, locale);
  if (!item) notFound();
  const trail = [
    { href: "/academy", words: t("academy") },
    { href: "/corso", words: t("title") },
  ];
  const here = { href: itemPath("courses", item.slug), words: item.title };
  const all = (await catalogueOf("courses", locale)).filter((other) => other.slug !== item.slug);
  const { coming, past } = byTime(all, new Date());
  const further = await furtherOf(item, locale);
  const others = [...coming, ...past].map(({ event }) => event);
  return (
    <>
      <JsonLd data={courseData(item)} />
      <JsonLd data={breadcrumbData(locale, [...trail, here])} />
      <ReadingPage
        item={item}
        type="courses"
        trail={trail}
        below={<CourseFacts course={item} />}
        after={<FurtherReading items={further} title={t("prepare")} />}
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
