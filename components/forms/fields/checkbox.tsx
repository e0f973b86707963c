"use client";

import type { ComponentProps } from "react";
import { fieldId } from "../field-id";
import { useFieldMessage } from "../field-message";
import styles from "./choice.module.css";
import type { FieldProps } from "./field";
import { FieldError } from "./field-error";

/** Renders a checkbox. Spread `form.register("name")` into the component. */
export function Checkbox({
  name,
  label,
  help,
  error,
  ...input
}: Pick<FieldProps, "name" | "label" | "help" | "error"> &
  Omit<ComponentProps<"input">, "name" | "id" | "type">) {
  const message = useFieldMessage();
  const id = fieldId(name);
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;

  return (
    <div className={styles.group} data-invalid={Boolean(error)}>
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          name={name}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={[errorId, helpId].filter(Boolean).join(" ") || undefined}
        />
        <span className={styles.words}>
          <span className={styles.label}>{label}</span>
          {help && (
            <span className={styles.help} id={helpId}>
              {help}
            </span>
          )}
        </span>
      </label>
      {errorId && error && <FieldError id={errorId} text={message(error)} />}
    </div>
  );
}
