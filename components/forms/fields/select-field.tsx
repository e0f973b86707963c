"use client";

import { useTranslations } from "next-intl";
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from "react";
import { mergeRefs } from "../merge-refs";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./field";

export interface Option {
  value: string;
  label: string;
}

/**
 * Renders a native select. The first option is the empty choice with the value "".
 *
 * @param empty the label of the empty choice; default "Scegli" (choose)
 */
export function SelectField({
  name,
  label,
  optional,
  help,
  error,
  note,
  conditional,
  options,
  empty: emptyLabel,
  ref,
  onChange,
  ...select
}: FieldProps & { options: readonly Option[]; empty?: string } & Omit<
    ComponentProps<"select">,
    "name" | "id"
  >) {
  const t = useTranslations("forms");
  const element = useRef<HTMLSelectElement>(null);
  const [empty, setEmpty] = useState(true);

  // Runs after every render, because resetting a form changes the selected value without an event.
  useEffect(() => setEmpty(!element.current?.value));

  function change(event: ChangeEvent<HTMLSelectElement>) {
    setEmpty(!event.currentTarget.value);
    return onChange?.(event);
  }

  return (
    <Field {...{ name, label, optional, help, error, note, conditional }}>
      {(control) => (
        <div className={styles.select}>
          <select
            {...select}
            {...control}
            ref={mergeRefs(element, ref)}
            name={name}
            className={styles.control}
            data-empty={empty}
            onChange={change}
          >
            <option value="">{emptyLabel ?? t("choose")}</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
