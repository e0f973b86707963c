import type { ReactNode } from "react";
import styles from "./block-title.module.css";

/** Renders the title of a block inside a page's head. */
export function BlockTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>;
}
