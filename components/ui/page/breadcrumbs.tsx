import type { ElementType } from "react";
import styles from "./breadcrumbs.module.css";

/**
 * Where a page belongs: "Magazine / Impatto", and which of its kind it is, where that is said.
 *
 * @param label names the landmark, in the page's language
 * @param trail from the widest to the nearest
 * @param current the page itself, after them
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
