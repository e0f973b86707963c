"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { fieldId } from "../field-id";
import { useFieldMessage } from "../field-message";
import styles from "./field.module.css";
import { FieldError } from "./field-error";

/** Common props of all form fields. The field components pass these props to `Field`. */
export interface FieldProps {
  /** The field's name in the form. The HTML id is derived from the name. */
  name: string;
  label: ReactNode;
  /**
   * Whether the field is optional; the label then shows "facoltativo" (optional). With "unmarked", the label of an
   * optional field shows no such word, as in filters. By default, the field is required.
   */
  optional?: boolean | "unmarked";
  help?: ReactNode;
  /** The field's error code, from the form's schema or from the API. The field shows the code's message. */
  error?: string | undefined;
  /** The maximum length of the text, for the `too_long` message. */
  limit?: number;
  /** By how many characters the text exceeds `limit`. */
  over?: number;
  /** A note below the field at the left, such as "Salvata alle 10:31" (saved at 10:31). */
  note?: ReactNode;
  /** Whether the field shows a line at its left because it appears only after a certain answer in another field. */
  conditional?: boolean;
}

/** HTML attributes that connect a form control with its label, help text, and error. */
export interface ControlAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/**
 * Renders a form control with its label, "optional" mark, help text, error, and counter, connected by ids.
 *
 * @param counter text below the control at the right
 * @param children renders the control with the given attributes
 */
export function Field({
  name,
  label,
  optional = false,
  help,
  error,
  limit,
  over,
  note,
  conditional = false,
  counter,
  children,
}: FieldProps & {
  counter?: ReactNode;
  children: (control: ControlAttributes) => ReactNode;
}) {
  const t = useTranslations("forms");
  const message = useFieldMessage();
  const id = fieldId(name);
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const counterId = counter ? `${id}-counter` : undefined;
  const describedBy = [errorId, helpId, counterId].filter(Boolean).join(" ");

  return (
    <div className={cx(styles.field, conditional && styles.conditional)}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {optional === true && <span className={styles.optional}>{t("optional")}</span>}
      </div>
      {help && (
        <p className={styles.help} id={helpId}>
          {help}
        </p>
      )}
      {children({
        id,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": describedBy || undefined,
        "aria-required": optional ? undefined : true,
      })}
      {errorId && error && <FieldError id={errorId} text={message(error, { limit, over })} />}
      {(note || counter) && (
        <div className={styles.foot}>
          {note && <span className={styles.note}>{note}</span>}
          {counter && (
            <span
              className={cx(styles.note, styles.counter)}
              data-over={over ? true : undefined}
              id={counterId}
            >
              {counter}
            </span>
          )}
        </div>
      )}
      {over !== undefined && <OverLimit by={over} />}
    </div>
  );
}

/**
 * Milliseconds without typing before a screen reader announces by how many characters the text is too long. Each key
 * changes this number.
 */
const PAUSE = 1000;

/** Announces to screen readers by how many characters a text is too long. */
function OverLimit({ by }: { by: number }) {
  const t = useTranslations("forms");
  const [said, setSaid] = useState(0);

  useEffect(() => {
    const timer = setTimeout(() => setSaid(by), PAUSE);
    return () => clearTimeout(timer);
  }, [by]);

  return (
    <VisuallyHidden as="output">
      {by > 0 && said > 0 && t("overLimit", { count: said })}
    </VisuallyHidden>
  );
}
