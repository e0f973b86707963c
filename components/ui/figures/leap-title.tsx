import type { ElementType } from "react";
import styles from "./leap-title.module.css";

/**
 * A title with one o that leaves the baseline, still one word for screen readers and for search.
 * At most one per page, only in a word with no descender above it, never in titles of articles.
 *
 * @param text the title
 * @param nth which o jumps (1 is the first); a text without it is set as it is
 * @param as the element, h1 by default
 */
export function LeapTitle({
  text,
  nth = 1,
  as: Element = "h1",
  className,
}: {
  text: string;
  nth?: number;
  as?: ElementType;
  className?: string | undefined;
}) {
  const at = [...text.matchAll(/o/g)][nth - 1]?.index;
  if (at === undefined) return <Element className={className}>{text}</Element>;
  return (
    <Element className={className}>
      {text.slice(0, at)}
      <span className={styles.leap} data-ring="ring">
        {text[at]}
      </span>
      {text.slice(at + 1)}
    </Element>
  );
}
