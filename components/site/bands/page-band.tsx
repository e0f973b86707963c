import type { ReactNode } from "react";
import styles from "./page-band.module.css";

/** Renders a section of a page: a title, a short text beside it, and full-width content below. */
export function PageBand({
  title,
  text,
  children,
}: {
  title: ReactNode;
  text?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <section className={styles.band}>
      <div className={styles.inner}>
        <div className={styles.head}>
          <h2>{title}</h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
