import type { ReactNode } from "react";
import styles from "./mega-figure.module.css";

/** The one figure of a page that fills its measure, as long as "50.000 €" is. */
export function MegaFigure({ children }: { children: ReactNode }) {
  return <p className={styles.figure}>{children}</p>;
}
