import type { ReactNode } from "react";
import { cx } from "../cx";
import styles from "./section-head.module.css";

/**
 * The head of a page: a field in the section's hue under the header, title upper left, a few words
 * lower right, and what stands on the ground below them.
 *
 * @param section names the hue (`data-section`)
 * @param title the h1
 * @param above a line above the title, such as breadcrumbs
 * @param lead a sentence or two at the right, level with the title's last line
 * @param joined the page continues in the same field: no space below
 */
export function SectionHead({
  section,
  title,
  above,
  lead,
  joined = false,
  children,
}: {
  section: string;
  title: ReactNode;
  above?: ReactNode;
  lead?: ReactNode;
  joined?: boolean;
  children?: ReactNode;
}) {
  return (
    <header className={cx(styles.head, joined && styles.joined)} data-flood data-section={section}>
      <div className={styles.inner}>
        {above}
        <div className={styles.words}>
          {title}
          {lead && <div className={styles.lead}>{lead}</div>}
        </div>
        {children && <div className={styles.figure}>{children}</div>}
      </div>
    </header>
  );
}
