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
  needed = false,
  ...input
}: Pick<FieldProps, "name" | "label" | "help" | "error"> & {
  /** Whether the user must tick the checkbox before sending the form. */
  needed?: boolean;
} & Omit<ComponentProps<"input">, "name" | "id" | "type">) {
  const message = useFieldMessage();
  const id = fieldId(name);
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  // Name the checkbox only by its label. Otherwise the surrounding `<label>` would add the help text to the name, and
  // screen readers would read the help text twice.
  const labelId = help ? `${id}-label` : undefined;

  return (
    <div className={styles.group} data-invalid={Boolean(error)}>
      <label className={styles.choice}>
        <input
          {...input}
          type="checkbox"
          name={name}
          id={id}
          aria-required={needed ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-labelledby={labelId}
          aria-describedby={[errorId, helpId].filter(Boolean).join(" ") || undefined}
        />
        <span className={styles.words}>
          <span className={styles.label} id={labelId}>
            {label}
          </span>
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
