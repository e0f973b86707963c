import { useTranslations } from "next-intl";
import { SectionHead } from "@/components/ui/page/section-head";
import type { Summary } from "@/lib/api/content/content";
import { LessonsBand } from "../lessons-band";
import { CourseKicker } from "../reading/course-kicker";
import styles from "../reading/page.module.css";
import { TeaserGrid } from "./teaser-grid";

/** The courses of the Academy, and the way to its lessons. */
export function CoursesPage({ courses }: { courses: readonly Summary[] }) {
  const t = useTranslations("courses");
  return (
    <>
      <SectionHead section="academy" title={<h1>{t("title")}</h1>} lead={<p>{t("lead")}</p>} />
      <div className={styles.section} data-section="academy">
        <div className={styles.inner}>
          <TeaserGrid
            items={courses}
            type="courses"
            kicker={(course) => <CourseKicker course={course} />}
          />
        </div>
      </div>
      <LessonsBand />
    </>
  );
}
