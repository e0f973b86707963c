import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { LeapTitle } from "@/components/ui/figures/leap-title";
import { SectionHead } from "@/components/ui/page/section-head";
import { FIGURES } from "@/contract/quoted-numbers";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { SECTION_PATH } from "@/lib/routes/lookup";
import { byTime } from "@/lib/site/events";
import band from "../band.module.css";
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

/** Links from the courses page to the lessons, which visitors take on their own. */
function LessonsBand() {
  const t = useTranslations("courses");
  return (
    <section className={band.band} data-flood data-section="academy">
      <div className={band.inner}>
        <h2>{t("lessonsTitle")}</h2>
        <div className={band.words}>
          <p className={band.text}>{t("lessonsText", FIGURES)}</p>
          <ButtonLink component={PageLink} href={SECTION_PATH.academy} prefetch={false}>
            {t("lessonsLink")}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
