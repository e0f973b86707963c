"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useRef, useState } from "react";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { mergeRefs } from "../merge-refs";
import { cleanDrop, cleanPaste, write } from "./clean-input";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./field";
import { meantAddress } from "./mail-typo";

/**
 * Renders a one-line text field. Suggests a correction for a mistyped email provider. Spread `form.register("name")`
 * into the component; other input attributes pass through.
 */
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
  const t = useTranslations("forms");
  const control = useRef<HTMLInputElement>(null);
  const [meant, setMeant] = useState<string | null>(null);
  const { type = "text", readOnly, onBlur, onChange, ref } = input;
  const asks = type === "email" && !readOnly;

  const suggestion = meant && (
    <output>
      <button
        type="button"
        className={textButton.button}
        onClick={() => control.current && write(control.current, meant)}
      >
        {t("didYouMean", { email: meant })}
      </button>
    </output>
  );
  return (
    <Field
      {...{ name, label, optional, help, error, limit, over, conditional }}
      note={suggestion ?? note}
    >
      {(attributes) => (
        <input
          {...input}
          {...attributes}
          type={type}
          ref={mergeRefs(control, ref)}
          name={name}
          className={styles.control}
          onBlur={(event) => {
            if (asks) setMeant(meantAddress(event.currentTarget.value));
            return onBlur?.(event);
          }}
          onChange={(event) => {
            setMeant(null);
            return onChange?.(event);
          }}
          onPaste={cleanPaste}
          onInput={cleanDrop}
        />
      )}
    </Field>
  );
}
