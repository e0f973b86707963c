import type { ReactNode } from "react";
import { cx } from "../cx";
import styles from "./section-head.module.css";

/**
 * Renders the head of a page: an area in the site section's colour under the header. The title is upper left, the lead
 * lower right, and the children below.
 *
 * @param section the section, which sets the colour (`data-section`)
 * @param title the h1
 * @param above a line above the title, such as breadcrumbs
 * @param lead one or two sentences at the right, level with the title's last line
 * @param joined whether the page continues in the same coloured area, so no space follows
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
