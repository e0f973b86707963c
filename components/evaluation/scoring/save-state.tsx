"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { useAskSignIn, useRetryAfterSignIn } from "@/components/submission/sign-in-again";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { Status } from "@/components/ui/figures/status";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import type { ApiError } from "@/lib/api/error";
import type { AutosaveState } from "@/lib/browser/autosave";
import { useDates } from "../use-dates";
import styles from "./save-state.module.css";

/**
 * Shows in one line whether the evaluator's changes are saved. Screen readers announce this line without interrupting.
 */
export function SaveState({
  state,
  round,
  onRetry,
}: {
  state: AutosaveState;
  /** The round in which the form saves scores; absent if the edition has only its first round. */
  round?: ProjectForEvaluation["round"];
  onRetry: () => void;
}) {
  const t = useTranslations("evaluation.save");
  const locale = useLocale();
  const errors = useErrorMessages();
  const session = useTranslations("session");
  const { time } = useDates();
  const askSignIn = useAskSignIn();
  const seconds = useSecondsUntil(state.kind === "failed" ? state.retryAt : null);
  const expired = state.kind === "failed" && state.error.code === "not_authenticated";
  useRetryAfterSignIn(expired, onRetry);

  /**
   * Returns the message for a failed save of scores. Some error codes need a separate message, because their usual text
   * concerns other pages.
   */
  function reasonOf(code: ApiError["code"]): string {
    if (code === "not_yet_open") return t("notYetOpen");
    if (code === "evaluation_closed") {
      return round ? t("closedRound", { name: round.names[locale] }) : t("closed");
    }
    return code === "not_found" && round ? t("outside") : errors(code);
  }

  switch (state.kind) {
    case "idle":
      return <Status tone="here">{t("idle")}</Status>;
    case "waiting":
      return <Status tone="flight">{t("waiting")}</Status>;
    case "saving":
      return <Status tone="flight">{t("saving")}</Status>;
    case "saved":
      return (
        <Status tone="done" hop>
          {t("saved", { time: time(state.at) })}
        </Status>
      );
    case "failed": {
      const { code } = state.error;
      return (
        <span className={styles.failed}>
          <Status tone="wrong">{t("failed")}</Status>
          <span>{reasonOf(code)}</span>
          {seconds !== null && <span aria-hidden="true">{t("retryIn", { seconds })}</span>}
          <button
            type="button"
            className={textButton.button}
            onClick={expired ? () => askSignIn() : onRetry}
          >
            {expired ? session("again") : t("retry")}
          </button>
        </span>
      );
    }
  }
}

function useSecondsUntil(instant: number | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (instant === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return instant === null ? null : Math.max(0, Math.ceil((instant - now) / 1000));
}
