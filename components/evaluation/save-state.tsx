"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Status } from "@/components/ui/status";
import type { AutosaveState } from "@/lib/autosave";
import styles from "./save-state.module.css";

/** The line that always tells the truth about what is saved; announced politely. */
export function SaveState({ state, onRetry }: { state: AutosaveState; onRetry: () => void }) {
  const t = useTranslations("evaluation.save");
  const errors = useTranslations("errors");
  const format = useFormatter();
  const seconds = useSecondsUntil(state.kind === "failed" ? state.retryAt : null);

  switch (state.kind) {
    case "idle":
      return null;
    case "waiting":
      return <Status tone="flight">{t("waiting")}</Status>;
    case "saving":
      return <Status tone="flight">{t("saving")}</Status>;
    case "saved":
      return (
        <Status tone="done" hop>
          {t("saved", { time: format.dateTime(state.at, { timeStyle: "short" }) })}
        </Status>
      );
    case "failed":
      return (
        <span className={styles.failed}>
          <Status tone="wrong">{t("failed")}</Status>
          <span>{errors(state.error.code)}</span>
          {seconds !== null && <span aria-hidden="true">{t("retryIn", { seconds })}</span>}
          <button type="button" className={styles.retry} onClick={onRetry}>
            {t("retry")}
          </button>
        </span>
      );
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
