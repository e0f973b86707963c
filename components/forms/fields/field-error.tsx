import styles from "./field-error.module.css";

/** Renders a field's error with its mark. The control refers to it with aria-describedby. */
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
