import styles from "./field-error.module.css";

/** Renders a field's error with an error mark. The field's control refers to the error with aria-describedby. */
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
