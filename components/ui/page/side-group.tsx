import type { ReactNode } from "react";
import styles from "./side-group.module.css";

/** Renders a group of entries with a sticky heading beside them. On a narrow page, the heading is above the entries. */
export function SideGroup({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <div className={styles.side}>{heading}</div>
      <div className={styles.main}>{children}</div>
    </div>
  );
}
