import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { LessonList } from "@/components/site/academy/lesson-list";
import { LessonRings } from "@/components/site/academy/lesson-rings";
import { Tracks } from "@/components/site/academy/tracks";
import { LinkBand } from "@/components/site/bands/link-band";
import { CallBand } from "@/components/site/call/call-band";
import { SectionHead } from "@/components/ui/page/section-head";
import { FIGURES } from "@/contract/quoted-numbers";
import { catalogueOf } from "@/lib/content/catalogue";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { lessonGroups } from "@/lib/site/lessons";
import { pageMetadata } from "@/lib/site/metadata";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("academy");
  return pageMetadata({
    locale: await getLocale(),
    path: SECTION_PATH.academy,
    title: t("metaTitle"),
    description: t("metaDescription", FIGURES),
  });
}

/** Renders the page of the free online Academy: lessons and workshops by category, tracks, and courses. */
export default async function AcademyPage() {
  const t = await getTranslations("academy");
  const lessons = await catalogueOf("lessons", await getLocale());
  const groups = lessonGroups(lessons);
  return (
    <>
      <SectionHead
        section="academy"
        title={<h1>{t("title")}</h1>}
        lead={<p>{t("lead", { count: lessons.length, groups: groups.length })}</p>}
      >
        <LessonRings groups={groups} />
      </SectionHead>
      <LessonList groups={groups} />
      <Tracks />
      <LinkBand
        title={t("courses.title")}
        text={t("courses.text")}
        href="/corso"
        words={t("courses.link")}
      />
      <CallBand page="course" />
    </>
  );
}
