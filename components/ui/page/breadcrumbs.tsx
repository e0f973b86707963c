import type { ElementType } from "react";
import styles from "./breadcrumbs.module.css";

/**
 * Renders breadcrumbs, such as "Magazine / Impatto", and the current page's name if given.
 *
 * @param label the landmark's name, in the page's language
 * @param trail the parent pages, the most general first
 * @param current the current page, after the parents
 */
export function Breadcrumbs({
  label,
  trail,
  current,
  component: Anchor = "a",
}: {
  label: string;
  trail: readonly { href: string; words: string }[];
  current?: string | undefined;
  component?: ElementType;
}) {
  return (
    <nav className={styles.crumbs} aria-label={label}>
      <ol className={styles.trail}>
        {trail.map(({ href, words }) => (
          <li key={href}>
            <Anchor className={styles.crumb} href={href}>
              {words}
            </Anchor>
          </li>
        ))}
        {current && (
          <li className={styles.current} aria-current="page">
            {current}
          </li>
        )}
      </ol>
    </nav>
  );
}
