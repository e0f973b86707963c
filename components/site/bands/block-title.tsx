import type { ReactNode } from "react";
import styles from "./block-title.module.css";

/** The title of a block inside a page's head, under its ground. */
export function BlockTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>;
}
