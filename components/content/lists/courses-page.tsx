import { useTranslations } from "next-intl";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Summary } from "@/lib/content/content";
import { byTime } from "@/lib/site/events";
import { LessonsBand } from "../lessons-band";
import styles from "../page.module.css";
import { CourseKicker } from "./course-kicker";
import { TeaserGrid } from "./teaser-grid";

/** Renders the Academy's courses by date, the next courses first, and a link to the lessons. */
export function CoursesPage({ courses }: { courses: readonly Summary[] }) {
  const t = useTranslations("courses");
  const { coming, past } = byTime(courses, new Date());
  return (
    <>
      <SectionHead
        section="academy"
        title={<LeapTitle text={t("title")} />}
        lead={<p>{t("lead")}</p>}
      />
      <div className={styles.section} data-section="academy">
        <div className={styles.inner}>
          <TeaserGrid
            items={[...coming, ...past].map(({ event }) => event)}
            type="courses"
            kicker={(course) => <CourseKicker course={course} />}
          />
        </div>
      </div>
      <LessonsBand />
    </>
  );
}
