import { useFormatter } from "next-intl";
import { cx } from "@/components/ui/cx";
import { SOCIAL_RETURN } from "@/contract/programme";
import styles from "./return-discs.module.css";

/** Radius of the disc for one euro, in drawing units. */
const R1 = 122;
const R2 = R1 * Math.sqrt(SOCIAL_RETURN);
/** Distance between the centres of two touching discs on one line: 2√(r1·r2). */
const APART = 2 * Math.sqrt(R1 * R2);
const WIDTH = R1 + APART + R2;

/** Draws one euro and its social return as two touching discs with proportional areas. */
export function ReturnDiscs() {
  const format = useFormatter();
  const euros = (amount: number, digits: number) =>
    format.number(amount, {
      style: "currency",
      currency: "EUR",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  return (
    <div className={styles.figure}>
      <svg
        viewBox={`0 0 ${WIDTH} ${2 * R2}`}
        width={WIDTH}
        height={2 * R2}
        aria-hidden="true"
        focusable="false"
      >
        <circle className={styles.one} cx={R1} cy={2 * R2 - R1} r={R1} />
        <circle className={styles.many} cx={R1 + APART} cy={R2} r={R2} />
      </svg>
      <p className={cx(styles.value, styles.oneValue)}>{euros(1, 0)}</p>
      <p className={cx(styles.value, styles.manyValue)}>{euros(SOCIAL_RETURN, 2)}</p>
    </div>
  );
}
