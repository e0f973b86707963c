import { Fragment } from "react";
import styles from "./mega-figure.module.css";

/**
 * Renders a page's most important number in very large type. A text as long as "50.000 €" fills the page width. If a
 * user enlarges the spacing of the text, the number wraps after its thousands separator.
 */
export function MegaFigure({ children }: { children: string }) {
  return (
    <p className={styles.figure}>
      {children.split(/(?<=\d[.,])/).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </p>
  );
}
