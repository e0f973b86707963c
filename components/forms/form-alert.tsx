"use client";

import type { ReactNode } from "react";
import type { ErrorCode } from "@/contract/errors";
import { useErrorMessages } from "./error-messages";
import styles from "./form-alert.module.css";

/**
 * Shows a server error of a form: first a sentence about the failed action, then the reason. The alert and the typed
 * text stay until the next attempt.
 *
 * @param heading the sentence for the action, such as login or save
 * @param code the error code of the response or of the connection; its reason is in the namespace `errors`
 * @param children a next step, such as "send the mail again"
 */
export function FormAlert({
  heading,
  code,
  children,
}: {
  heading: string;
  code?: ErrorCode | "network" | "bad_answer" | undefined;
  children?: ReactNode;
}) {
  const t = useErrorMessages();
  return (
    <div className={styles.alert} role="alert">
      <p className={styles.heading}>{heading}</p>
      {code && <p>{t(code)}</p>}
      {children}
    </div>
  );
}
