"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ApiError } from "@/lib/api/error";
import { useAskSignIn } from "./evaluation-session";

/** Something could not be read: why, and the way on (again, or after signing in again). */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations("loading");
  const session = useTranslations("session");
  const errors = useTranslations("errors");
  const askSignIn = useAskSignIn();
  const code = error instanceof ApiError ? error.code : "bad_answer";
  return (
    <div role="alert">
      <EmptyState title={t("error")} text={errors(code)}>
        {code === "not_authenticated" ? (
          <Button onClick={() => askSignIn(onRetry)}>{session("again")}</Button>
        ) : (
          <Button onClick={onRetry}>{t("retry")}</Button>
        )}
      </EmptyState>
    </div>
  );
}
