"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { cx } from "@/components/ui/cx";
import { EnglishNames } from "@/components/ui/english-names";
import { fieldId } from "../field-id";
import { useFieldMessage } from "../field-message";
import styles from "./choice.module.css";
import type { FieldProps } from "./field";
import { FieldError } from "./field-error";
import type { Option } from "./select-field";

/**
 * Renders radio buttons. The selected button is a thick ring, the others are outlined circles. Spread
 * `form.register("name")` into the component. The first radio button has the field's id, so that a link of the error
 * summary reaches it.
 *
 * @param stacked one radio button per line
 * @param chosen the selected value, if the caller controls the selection (with `onChange`)
 */
export function RadioGroup({
  name,
  label,
  optional = false,
  help,
  error,
  options,
  stacked = false,
  chosen,
  ...input
}: Omit<FieldProps, "limit" | "note" | "conditional"> & {
  options: Option[];
  stacked?: boolean;
  chosen?: string;
} & Omit<ComponentProps<"input">, "name" | "id" | "type" | "value">) {
  const t = useTranslations("forms");
  const message = useFieldMessage();
  const id = fieldId(name);
  const helpId = help ? `${id}-help` : undefined;
  const errorId = error ? `${id}-error` : undefined;

  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: unlike other groups, a radio group can state that it is required
      role="radiogroup"
      aria-required={optional ? undefined : true}
      className={styles.group}
      data-invalid={Boolean(error)}
      aria-describedby={[errorId, helpId].filter(Boolean).join(" ") || undefined}
    >
      <legend className={styles.legend}>
        {label}
        {optional && (
          <>
            {" "}
            <span className={styles.optional}>{t("optional")}</span>
          </>
        )}
      </legend>
      {help && (
        <p className={styles.help} id={helpId}>
          {help}
        </p>
      )}
      <div className={cx(styles.options, stacked && styles.stacked)}>
        {options.map((option, index) => (
          <label className={styles.choice} key={option.value}>
            <input
              {...input}
              type="radio"
              name={name}
              id={index === 0 ? id : `${id}-${index}`}
              value={option.value}
              checked={chosen === undefined ? undefined : option.value === chosen}
              aria-invalid={error ? true : undefined}
            />
            <span className={styles.label} data-text={option.label}>
              {/* The label's parts are inside one element. Without this element, each part would become a separate
                  cell of the grid. */}
              <span>
                <EnglishNames text={option.label} />
              </span>
            </span>
          </label>
        ))}
      </div>
      {errorId && error && <FieldError id={errorId} text={message(error)} />}
    </fieldset>
  );
}
