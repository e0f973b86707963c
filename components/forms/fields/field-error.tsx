import styles from "./field-error.module.css";

/** What is wrong with a field, with its mark; the control points here with aria-describedby. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className={styles.error} id={id}>
      <span className={styles.disc} aria-hidden="true">
        !
      </span>
      {text}
    </p>
  );
}
