import { Fragment } from "react";
import { markedParts } from "@/lib/search/words";
import styles from "./search-results.module.css";

/** Renders a text with the search words marked. The text is never parsed as HTML. */
export function MarkedText({ text, words }: { text: string; words: readonly string[] }) {
  const parts = markedParts(text, words);
  const at = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, p) => sum + p.text.length, 0),
  );
  return parts.map(({ text: part, hit }, index) =>
    hit ? (
      <mark key={at[index]} className={styles.hit}>
        {part}
      </mark>
    ) : (
      <Fragment key={at[index]}>{part}</Fragment>
    ),
  );
}
