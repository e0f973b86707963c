"use client";

import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useErrorMessages } from "@/components/forms/error-messages";
import { useAskSignIn, useRetryAfterSignIn } from "@/components/submission/sign-in-again";
import { Button } from "@/components/ui/buttons/button";
import { GoLink } from "@/components/ui/buttons/go-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ApiError } from "@/lib/api/error";
import { Link } from "@/lib/i18n/navigation";

/**
 * Shows that loading failed, why, and a button (retry, or sign in again).
 *
 * @param level the level of the heading; 1 if the page has no other heading
 */
export function LoadFailed({
  error,
  level = 2,
  onRetry,
}: {
  error: unknown;
  level?: 1 | 2;
  onRetry: () => void;
}) {
  const t = useTranslations("loading");
  const session = useTranslations("session");
  const errors = useErrorMessages();
  const askSignIn = useAskSignIn();
  const code = error instanceof ApiError ? error.code : "bad_answer";
  const expired = code === "not_authenticated";
  useRetryAfterSignIn(expired, onRetry);
  const rounds = useTranslations("evaluation.rounds");
  const isNamed = useSearchParams().has("round");
  if (code === "not_found" && isNamed) {
    return (
      <div role="alert">
        <EmptyState title={rounds("missing")} text={rounds("missingText")} level={level}>
          <GoLink component={Link} href="/dashboard">
            {rounds("home")}
          </GoLink>
        </EmptyState>
      </div>
    );
  }
  return (
    <div role="alert">
      <EmptyState title={t("error")} text={errors(code)} level={level}>
        {expired ? (
          <Button onClick={() => askSignIn()}>{session("again")}</Button>
        ) : (
          <Button onClick={onRetry}>{t("retry")}</Button>
        )}
      </EmptyState>
    </div>
  );
}
