"use client";

import type { ComponentProps } from "react";
import { cleanDrop, cleanPaste } from "./clean-input";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./field";

/** One line of text. Spread `form.register("name")` into it; other input attributes pass through. */
export function TextField({
  name,
  label,
  optional,
  help,
  error,
  limit,
  over,
  note,
  conditional,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "name" | "id" | "limit" | "onPaste" | "onInput">) {
  return (
    <Field {...{ name, label, optional, help, error, limit, over, note, conditional }}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          name={name}
          className={styles.control}
          onPaste={cleanPaste}
          onInput={cleanDrop}
        />
      )}
    </Field>
  );
}
