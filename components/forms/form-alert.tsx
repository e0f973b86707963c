"use client";

import type { ReactNode } from "react";
import type { ErrorCode } from "@/contract/errors";
import { useErrorMessages } from "./error-messages";
import styles from "./form-alert.module.css";

/**
 * Shows a server error: first the catalogue sentence, then the reason for the code. The alert stays until the next
 * attempt, and typed text stays.
 *
 * @param heading the catalogue text for this action, such as login or save
 * @param code the error code of the response or the transport; the namespace `errors` has its reason
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
