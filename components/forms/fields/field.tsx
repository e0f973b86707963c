"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { fieldId } from "../field-id";
import { useFieldMessage } from "../field-message";
import styles from "./field.module.css";
import { FieldError } from "./field-error";
import { OverLimit } from "./over-limit";

/** Props of every field; the components in this folder pass them on to Field. */
export interface FieldProps {
  /** The field's name in the form; its id comes from it. */
  name: string;
  label: ReactNode;
  /** Shows "facoltativo": fields are required by default, which needs no mark. A filter is optional without a mark. */
  optional?: boolean | "unmarked";
  help?: ReactNode;
  /** A schema message id or a field code; turned into words here. */
  error?: string | undefined;
  /** The largest length, named by the too_long message. */
  limit?: number;
  /** By how many characters the text is longer than that. */
  over?: number;
  /** Below the control on the left, such as "Salvata alle 10:31". */
  note?: ReactNode;
  /** Hangs from a rule: the field appears because of another field's answer. */
  conditional?: boolean;
}

/** Attributes the control needs so that label, help and error are associated with it. */
export interface ControlAttributes {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  "aria-required": true | undefined;
}

/**
 * A labelled control: owns label, optional mark, help, error, counter and their ids.
 *
 * @param counter text on the right below the control
 * @param children draws the control with the attributes it is given
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
