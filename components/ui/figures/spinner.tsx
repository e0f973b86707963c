import styles from "./spinner.module.css";

/** Shows progress of unknown length. A text next to the spinner must name the running action. */
export function Spinner() {
  return (
    <svg className={styles.spinner} viewBox="0 0 8 8" aria-hidden="true" focusable="false">
      <circle className={styles.track} cx="4" cy="4" r="3" />
      <circle
        className={styles.fill}
        cx="4"
        cy="4"
        r="3"
        pathLength={100}
        strokeDasharray="28 100"
      />
    </svg>
  );
}
