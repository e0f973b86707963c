import { cx } from "../cx";
import markStyles from "./mark.module.css";
import styles from "./ordinal.module.css";

/** Renders an ordinal number in the same style for Italian and English: the digits and a raised ring. */
export function Ordinal({ number }: { number: number }) {
  return (
    <span className={styles.ordinal}>
      {number}
      <span className={cx(markStyles.mark, styles.mark)} aria-hidden="true" />
    </span>
  );
}
