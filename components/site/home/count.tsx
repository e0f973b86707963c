"use client";

import type { EditionDates } from "@/lib/browser/countdown";
import { useCountWords } from "../call/use-count-words";
import type { EditionWords } from "../use-edition-messages";
import styles from "./count.module.css";

/**
 * Renders the text inside the hero's ring: time left, opening day, or "closed". Screen readers skip the text, because
 * the sentence beside it gives the same information.
 */
export function Count({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  const [figure, unit] = useCountWords(edition, dates);
  return (
    <p className={styles.count} aria-hidden="true">
      {figure && (
        <span className={styles.figure} data-long={figure.length > 2 || undefined}>
          {figure}
        </span>
      )}
      <span className={styles.unit}>{unit}</span>
    </p>
  );
}
