"use client";

import { useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import { Button } from "@/components/ui/buttons/button";
import { Skeleton } from "@/components/ui/figures/skeleton";
import { ApiError } from "@/lib/api/error";
import styles from "./loading.module.css";

/** Placeholder while the application loads. */
export function Loading() {
  const t = useTranslations("project");
  return (
    <div className={styles.place}>
      <Skeleton label={t("loading")} lines={6} />
    </div>
  );
}

/** Shows why the application could not load, with a retry button. */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations("project");
  const reason = useErrorMessages();
  return (
    <div className={styles.place} role="alert">
      <h1 className={styles.title}>{t("failed.load")}</h1>
      <p>{reason(error instanceof ApiError ? error.code : "bad_answer")}</p>
      <Button onClick={onRetry}>{t("retry")}</Button>
    </div>
  );
}
