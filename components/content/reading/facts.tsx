import type { ReactNode } from "react";
import styles from "./facts.module.css";

/** Renders the facts of an event or a course in a row, each fact below its label. */
export function Facts({
  facts,
  children,
}: {
  facts: readonly { term: string; fact: ReactNode }[];
  children?: ReactNode;
}) {
  return (
    <div className={styles.band}>
      <dl className={styles.facts}>
        {facts.map(({ term, fact }) => (
          <div key={term}>
            <dt className={styles.term}>{term}</dt>
            <dd className={styles.fact}>{fact}</dd>
          </div>
        ))}
      </dl>
      {children && <div className={styles.acts}>{children}</div>}
    </div>
  );
}
