import type { ReactNode } from "react";
import { cx } from "./cx";
import styles from "./tag.module.css";

/** A square label: in the section's hue, or outlined. */
export function Tag({ outlined = false, children }: { outlined?: boolean; children: ReactNode }) {
  return <span className={cx(styles.tag, outlined && styles.outlined)}>{children}</span>;
}
