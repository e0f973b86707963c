import type { ReactNode } from "react";
import styles from "./page-band.module.css";

/** A section of a page: its title, a few words beside it, and what it holds at full width below. */
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
