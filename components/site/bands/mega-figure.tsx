import type { ReactNode } from "react";
import styles from "./mega-figure.module.css";

/** Renders a page's main number. A text as long as "50.000 €" fills the page width. */
export function MegaFigure({ children }: { children: ReactNode }) {
  return <p className={styles.figure}>{children}</p>;
}
