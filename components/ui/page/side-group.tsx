import type { ReactNode } from "react";
import styles from "./side-group.module.css";

/** Entries with their heading beside them, which stays in sight while they are read; on a narrow page above them. */
export function SideGroup({ heading, children }: { heading: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <div className={styles.side}>{heading}</div>
      <div className={styles.main}>{children}</div>
    </div>
  );
}
