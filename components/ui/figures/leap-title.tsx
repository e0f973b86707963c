import type { ElementType } from "react";
import styles from "./leap-title.module.css";

/**
 * Renders a title in which one letter "o" is raised. Screen readers and search still get one word. Use the component at
 * most once per page and never in article titles. Letters in the line above must not reach down to the raised "o".
 *
 * @param text the title
 * @param nth which "o" is raised, starting at 1; without such an "o", the text does not change
 * @param as the element, h1 by default
 * @param lang the language of a title that is in the same language on every page
 */
export function LeapTitle({
  text,
  nth = 1,
  as: Element = "h1",
  className,
  lang,
}: {
  text: string;
  nth?: number;
  as?: ElementType;
  className?: string | undefined;
  lang?: string;
}) {
  const at = [...text.matchAll(/o/g)][nth - 1]?.index;
  if (at === undefined) {
    return (
      <Element className={className} lang={lang}>
        {text}
      </Element>
    );
  }
  return (
    <Element className={className} lang={lang}>
      {text.slice(0, at)}
      <span className={styles.leap} data-ring="ring">
        {text[at]}
      </span>
      {text.slice(at + 1)}
    </Element>
  );
}
