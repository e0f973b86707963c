"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FormAlert } from "@/components/forms/form-alert";
import { useAskSignIn } from "@/components/submission/sign-in-again";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { showToast } from "@/components/ui/overlays/toast";
import type { ProjectList } from "@/contract/evaluation/evaluation-schemas";
import { closeEvaluation } from "@/contract/evaluation/evaluations";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY } from "@/lib/api/evaluation-query";
import { workLeft } from "../evaluation-state";
import styles from "./close-evaluation.module.css";

/**
 * Renders the action that closes an evaluator's whole evaluation. A dialog lists the missing scores and warns that closing
 * is final.
 */
export function CloseEvaluation({
  counts,
  edition,
  round,
  toCome,
}: {
  counts: ProjectList["counts"];
  edition: number;
  /** The evaluator's round; absent if the edition has only its first round. */
  round?: ProjectList["round"];
  /**
   * A sentence about applications that can still arrive or change; null if no application can still arrive or change.
   */
  toCome: string | null;
}) {
  const t = useTranslations("evaluation.close");
  const locale = useLocale();
  const client = useQueryClient();
  const askSignIn = useAskSignIn();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const { todo } = workLeft(counts);
  // If the round has ended, the request to close the evaluation also fails with `evaluation_closed`. The usual message
  // of this code says that the evaluator has closed the evaluation, so the page shows a different message.
  const isOver = round && error?.code === "evaluation_closed";

  async function confirm() {
    setBusy(true);
    setError(null);
    try {
      // If the page was loaded before the edition had rounds, it shows the first round and knows no round number. Send
      // number 1, so that the request never closes a later round.
      const body = { closed: true, edition, round: round?.number ?? 1 } as const;
      await call(closeEvaluation, { locale, body });
      setOpen(false);
      showToast(t("done"));
      // The evaluation is now closed, so refetch the list of projects. Rule: evaluation.reload.
      await client.invalidateQueries({ queryKey: EVALUATION_KEY });
    } catch (cause) {
      const failure = cause instanceof ApiError ? cause : new ApiError("bad_answer", 0, { cause });
      setError(failure);
      if (failure.code === "not_authenticated") askSignIn(() => void confirm());
      // The evaluator already closed the evaluation in another window. Refetch, so that this page shows it as closed.
      if (failure.code === "already_closed") {
        await client.invalidateQueries({ queryKey: EVALUATION_KEY });
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button leads onClick={() => setOpen(true)}>
        {t("button")}
      </Button>
      <ConfirmDialog
        open={open}
        title={toCome ? t("titleEarly") : t("title")}
        safeLabel={t("keepOpen")}
        confirmLabel={toCome ? t("confirmEarly") : t("confirm")}
        busyLabel={t("busy")}
        busy={busy}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      >
        <div className={styles.body}>
          {toCome && (
            <p>
              {toCome} {t("early")}
            </p>
          )}
          {round && <p>{t("round", { name: round.names[locale], year: String(edition) })}</p>}
          <p>{t("final")}</p>
          {todo + counts.partial === 0 ? (
            <p>{t("complete", { scored: counts.scored, recused: counts.recused })}</p>
          ) : (
            <ul className={styles.missing}>
              {counts.partial > 0 && <li>{t("partial", { count: counts.partial })}</li>}
              {todo > 0 && <li>{t("todo", { count: todo })}</li>}
            </ul>
          )}
          {counts.sent_again > 0 && <p>{t("sentAgain", { count: counts.sent_again })}</p>}
          {error && isOver && <FormAlert heading={t("over", { name: round.names[locale] })} />}
          {error && !isOver && <FormAlert heading={t("error")} code={error.code} />}
        </div>
      </ConfirmDialog>
    </>
  );
}
