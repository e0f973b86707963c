"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { cx } from "@/components/ui/cx";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { fieldId } from "../field-id";
import { useFieldMessage } from "../field-message";
import styles from "./field.module.css";
import { FieldError } from "./field-error";

/** Props of every field. The components in this folder pass them to Field. */
export interface FieldProps {
  /** The field's name in the form. The id derives from it. */
  name: string;
  label: ReactNode;
  /** Shows "facoltativo". Required fields, the default, have no mark. "unmarked" is for optional filters without a mark. */
  optional?: boolean | "unmarked";
  help?: ReactNode;
  /** A schema message id or a field code. The field turns it into a message. */
  error?: string | undefined;
  /** The maximum length, for the `too_long` message. */
  limit?: number;
  /** The number of characters over `limit`. */
  over?: number;
  /** A note below the control on the left, such as "Salvata alle 10:31". */
  note?: ReactNode;
  /** Shows a line at the left: the field appears because of another field's answer. */
  conditional?: boolean;
}

/** Attributes that associate the control with its label, help, and error. */
export interface ControlAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/**
 * Renders a labelled control: label, "optional" mark, help, error, counter, and their ids.
 *
 * @param counter text below the control on the right
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

/** Milliseconds without typing before a screen reader announces the number, which changes with every key. */
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
