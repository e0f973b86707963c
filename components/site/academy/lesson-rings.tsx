import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { Ring } from "@/components/ui/figures/ring";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import type { Summary } from "@/lib/content/content";
import { PageLink } from "@/lib/i18n/page-link";
import { itemPath } from "@/lib/routes/items";
import type { LessonGroup } from "@/lib/site/lessons";
import styles from "./lesson-rings.module.css";

/**
 * Draws every lesson as a numbered ring on a line, in groups by category. Each ring links to its lesson. The first ring
 * is raised, and the ring under the pointer also hops.
 */
export function LessonRings({ groups }: { groups: LessonGroup<Summary>[] }) {
  const t = useTranslations("academy");
  const rings = groups.reduce((sum, { lessons }) => sum + lessons.length, 0);
  const counts = { "--rings": rings, "--groups": groups.length } as CSSProperties;
  return (
    <nav className={styles.figure} aria-label={t("index")}>
      <ul className={styles.groups} style={counts}>
        {groups.map(({ category, lessons }) => (
          <li key={category} className={styles.group}>
            <ol className={styles.lessons} aria-label={t(`category.${category}`)}>
              {lessons.map(({ slug, number, title }) => (
                <li key={slug} className={styles.lesson} data-next={number === 1}>
                  <PageLink
                    className={styles.link}
                    href={itemPath("lessons", slug)}
                    prefetch={false}
                  >
                    <Ring className={styles.ring}>
                      <span className={styles.number}>{number}</span>
                    </Ring>
                    <VisuallyHidden>{title}</VisuallyHidden>
                  </PageLink>
                </li>
              ))}
            </ol>
            <span className={styles.name} aria-hidden="true">
              {t(`category.${category}`)}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}
