import type { ElementType } from "react";
import styles from "./breadcrumbs.module.css";

/**
 * Where a page belongs: "Magazine / Impatto".
 *
 * @param label names the landmark, in the page's language
 * @param trail from the widest to the nearest
 */
export function Breadcrumbs({
  label,
  trail,
  component: Anchor = "a",
}: {
  label: string;
  trail: readonly { href: string; words: string }[];
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
      </ol>
    </nav>
  );
}
