import type { ReactNode } from "react";
import styles from "../account-form.module.css";

/**
 * Message that replaces a submitted form: at most a title, one sentence, and one link.
 *
 * @param title a heading, if the page's own heading is not enough
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
