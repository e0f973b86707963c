import { useLocale, useTranslations } from "next-intl";
import { GoLink } from "@/components/ui/buttons/go-link";
import { Ring } from "@/components/ui/figures/ring";
import { config } from "@/lib/config";
import type { Content } from "@/lib/content/content";
import type { LessonGroup } from "@/lib/site/lessons";
import styles from "./lesson-list.module.css";

/** Lists the lessons of every category: kind, duration, content, and link. */
export function LessonList({ groups }: { groups: LessonGroup<Content>[] }) {
  const t = useTranslations("academy");
  return (
    <div className={styles.list}>
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
              <Lesson key={lesson.slug} lesson={lesson} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** Reports whether a link leaves the site. */
function isElsewhere(link: string): boolean {
  return URL.canParse(link) && new URL(link).origin !== new URL(config.siteUrl).origin;
}

/** Changes a lesson's headings to h4, below the lesson's own title. An author's first heading is h2. */
function below(html: string): string {
  return html.replaceAll(/<(\/?)h[2-4]\b/g, "<$1h4");
}

function Lesson({ lesson }: { lesson: Content & { number: number } }) {
  const t = useTranslations("academy");
  const foreign = lesson.locale === useLocale() ? undefined : lesson.locale;
  const { kind, duration, link } = lesson.meta;
  return (
    <li id={lesson.slug} className={styles.lesson} lang={foreign}>
      <Ring className={styles.ring}>
        <span className={styles.number}>{lesson.number}</span>
      </Ring>
      <div className={styles.text}>
        <h3 className={styles.title}>{lesson.title}</h3>
        <p>{lesson.excerpt}</p>
        {lesson.html && (
          <details className={styles.more}>
            <summary className={styles.summary}>{t("more")}</summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned where it is read */}
            <div className={styles.body} dangerouslySetInnerHTML={{ __html: below(lesson.html) }} />
          </details>
        )}
      </div>
      <div className={styles.facts}>
        <p className={styles.kind}>{t(kind === "workshop" ? "workshop" : "lesson")}</p>
        {duration && <p>{duration}</p>}
        {link && (
          <>
            <GoLink
              href={link}
              aria-label={t(isElsewhere(link) ? "openElsewhere" : "openNamed", {
                title: lesson.title,
              })}
            >
              {t("open")}
            </GoLink>
            {isElsewhere(link) && <p>{t("elsewhere", { host: new URL(link).host })}</p>}
          </>
        )}
      </div>
    </li>
  );
}
