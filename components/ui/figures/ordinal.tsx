import { cx } from "../cx";
import markStyles from "./mark.module.css";
import styles from "./ordinal.module.css";

/** An ordinal as the house writes it in both languages: the digit and the raised ring. */
export function Ordinal({ number }: { number: number }) {
  return (
    <span className={styles.ordinal}>
      {number}
      <span className={cx(markStyles.mark, styles.mark)} aria-hidden="true" />
    </span>
  );
}
