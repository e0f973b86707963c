"use client";

import { useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import type { ApiError } from "@/lib/api/error";
import { useAskSignIn, useRetryAfterSignIn } from "../sign-in-again";
import styles from "./deck-viewer.module.css";

type Props = { reason: ApiError["code"]; onRetry: () => void };

/** Shows, instead of a file that failed to load, the reason and a button (retry, or sign in again). */
export function FileFailed({ reason, onRetry }: Props) {
  const t = useTranslations("evaluation.deck");
  const loading = useTranslations("loading");
  const errors = useErrorMessages();
  const session = useTranslations("session");
  const askSignIn = useAskSignIn();
  const expired = reason === "not_authenticated";
  useRetryAfterSignIn(expired, onRetry);
  return (
    <div className={styles.blank} role="alert">
      <p className={styles.wrong}>{t("failed")}</p>
      <p>{errors(reason)}</p>
      <button type="button" className={styles.tool} onClick={expired ? () => askSignIn() : onRetry}>
        {expired ? session("again") : loading("retry")}
      </button>
    </div>
  );
}
