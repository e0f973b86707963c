import type { ReactNode } from "react";
import styles from "./block-title.module.css";

/** Renders the title of a block inside the head of a page. */
export function BlockTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>;
}
