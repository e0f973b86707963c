"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useState } from "react";
import styles from "./control.module.css";
import { Field, type FieldProps } from "./field";

/**
 * Renders a password field with a button that shows the password.
 *
 * @param autoComplete current-password or new-password, so that password managers can distinguish the two
 * @param strength the content below the field, usually StrengthRings
 */
export function PasswordField({
  name,
  label,
  optional,
  help,
  error,
  limit,
  strength,
  ...input
}: Omit<FieldProps, "note" | "conditional"> & {
  autoComplete: "current-password" | "new-password";
  strength?: ReactNode;
} & Omit<ComponentProps<"input">, "name" | "id" | "type" | "limit" | "autoComplete">) {
  const t = useTranslations("forms");
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ name, label, optional, help, error, limit, note: strength }}>
      {(control) => (
        <div className={styles.password}>
          <input
            {...input}
            {...control}
            type={shown ? "text" : "password"}
            name={name}
            className={styles.control}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <button
            type="button"
            className={styles.reveal}
            aria-label={shown ? t("hidePassword") : t("showPassword")}
            onClick={() => setShown(!shown)}
          >
            {shown ? t("hide") : t("show")}
          </button>
        </div>
      )}
    </Field>
  );
}
