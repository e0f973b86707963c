import { useLocale, useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { cx } from "@/components/ui/cx";
import markStyles from "@/components/ui/figures/mark.module.css";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import { type LessonGroup, minutesOf } from "@/lib/site/lessons";
import styles from "./lesson-list.module.css";

/**
 * Lists the lessons by category: subject, kind, and duration. Each row links to its lesson and has a bar whose length
 * shows the duration. The name of the category stays in view beside its lessons.
 */
export function LessonList({ groups }: { groups: LessonGroup<Summary>[] }) {
  const t = useTranslations("academy");
  const longest = Math.max(
    ...groups.flatMap(({ lessons }) => lessons.map((lesson) => minutesOf(lesson) ?? 0)),
  );
  return (
    <div className={styles.list} data-section="academy">
      {groups.map(({ category, lessons }) => (
        <section key={category} className={styles.group} aria-labelledby={category}>
          <div className={styles.words}>
            <h2 id={category} className={styles.name}>
              {t(`category.${category}`)}
            </h2>
            <p className={styles.about}>{t(`about.${category}`)}</p>
          </div>
          <ol className={styles.lessons}>
            {lessons.map((lesson) => (
              <Lesson key={lesson.slug} lesson={lesson} longest={longest} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Lesson({
  lesson,
  longest,
}: {
  lesson: Summary & { number: number };
  /** Minutes of the longest lesson, whose bar has the full width. */
  longest: number;
}) {
  const t = useTranslations("academy");
  const foreign = lesson.locale === useLocale() ? undefined : lesson.locale;
  const { kind, duration } = lesson.meta;
  const minutes = minutesOf(lesson);
  return (
    // Old links lead to this id, because lessons formerly had no separate pages.
    <li id={lesson.slug} className={styles.lesson} lang={foreign}>
      <div
        className={styles.bar}
        style={{ "--share": minutes ? minutes / longest : 0 } as CSSProperties}
      >
        <span className={styles.number}>{lesson.number}</span>
      </div>
      <div className={styles.text}>
        <h3 className={styles.title}>
          <PageLink
            className={styles.link}
            href={itemPath("lessons", lesson.slug)}
            prefetch={false}
          >
            {lesson.title}
          </PageLink>
        </h3>
        <p>{lesson.excerpt}</p>
      </div>
      <div className={styles.facts}>
        <p className={styles.kind}>{t(kind === "workshop" ? "workshop" : "lesson")}</p>
        {duration && <p>{duration}</p>}
        <span className={cx(markStyles.mark, styles.mark)} aria-hidden="true" />
      </div>
    </li>
  );
}
