import type { MatrixCell } from "@/contract/staff/matrix";
import styles from "./reading-mark.module.css";

type Shown = Pick<MatrixCell, "state" | "conflict" | "fixed">;

/**
 * Draws the state of a reading: thick ring for done, half a ring for begun, thin ring for assigned, crossed ring for a
 * recusal or a conflict of interest. A square marks a reading that staff fixed (kept in every later plan) or excluded
 * by hand. Shapes differ, so that the state does not depend on colour. A text gives the same information.
 */
export function ReadingMark({ state, conflict, fixed }: Shown) {
  const isStruck = state === "recused" || conflict !== null;
  const shape = state === "none" && conflict !== null ? "assigned" : state;
  return (
    <svg
      className={styles.mark}
      data-conflict={conflict !== null}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
    >
      {fixed && <rect className={styles[fixed]} x="1" y="1" width="22" height="22" />}
      {shape === "done" && <circle className={styles.ring} cx="12" cy="12" r="6" />}
      {shape === "begun" && (
        <>
          <circle className={styles.hoop} cx="12" cy="12" r="7.5" />
          <path className={styles.ring} d="M12 6a6 6 0 0 1 0 12" />
        </>
      )}
      {(shape === "assigned" || shape === "recused") && (
        <circle className={styles.hoop} cx="12" cy="12" r="7.5" />
      )}
      {isStruck && <path className={styles.stroke} d="M6.5 17.5l11-11" />}
    </svg>
  );
}
