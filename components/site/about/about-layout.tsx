import type { ReactNode } from "react";
import styles from "./about-layout.module.css";

/** Renders the layout of the about page: white, with colour only in the drawings. */
export function AboutLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.about} data-section="network">
      {children}
    </div>
  );
}
