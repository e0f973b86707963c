import type { ReactNode } from "react";
import styles from "./account-form.module.css";

/**
 * What a page shows after a form was submitted: at most a title, one sentence and one way on.
 *
 * @param title a heading, where the page's own does not say it all
 */
export function Arrival({
  title,
  lead,
  children,
}: {
  title?: string;
  lead?: string;
  children?: ReactNode;
}) {
  return (
    <section className={styles.part}>
      {title && <h2 className={styles.heading}>{title}</h2>}
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  );
}
