"use client";

import type { ReactNode } from "react";
import type { ErrorCode } from "@/contract/errors";
import { useErrorWords } from "./error-words";
import styles from "./form-alert.module.css";

/**
 * A refusal from the server: first the catalogue sentence, then the reason for the code.
 * It stays until the next attempt; nothing that was typed is touched.
 *
 * @param heading the catalogue text for this action, such as login or save
 * @param code the answer's error code (or the transport's); its reason comes from the namespace `errors`
 * @param children a way on, such as "send the mail again"
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
  const t = useErrorWords();
  return (
    <div className={styles.alert} role="alert">
      <p className={styles.heading}>{heading}</p>
      {code && <p>{t(code)}</p>}
      {children}
    </div>
  );
}
