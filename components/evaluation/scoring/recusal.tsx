"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { TextArea } from "@/components/forms/fields/text-area";
import { FormAlert } from "@/components/forms/form-alert";
import { useAskSignIn } from "@/components/submission/sign-in-again";
import { Button } from "@/components/ui/buttons/button";
import textButton from "@/components/ui/buttons/text-button.module.css";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import type { ProjectForEvaluation } from "@/contract/evaluation/evaluation-schemas";
import { recuse, takeBackRecusal } from "@/contract/evaluation/evaluations";
import { TEXT_MAX } from "@/contract/fields";
import { cleanLine } from "@/contract/text/clean-text";
import { call } from "@/lib/api/call";
import { ApiError } from "@/lib/api/error";
import { EVALUATION_KEY } from "@/lib/api/evaluation-query";
import { inRound } from "@/lib/api/in-round";
import styles from "./recusal.module.css";

/** Records or revokes a recusal (conflict of interest), with the evaluator's reason. */
export function Recusal({
  project,
  isLeft,
}: {
  project: ProjectForEvaluation;
  /** Reports whether the evaluator is leaving the project. After that, no recusal is recorded. */
  isLeft: () => boolean;
}) {
  const t = useTranslations("evaluation.recusal");
  const locale = useLocale();
  const client = useQueryClient();
  const askSignIn = useAskSignIn();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const recusal = project.evaluation?.recusal ?? null;

  async function run(act: () => Promise<void>) {
    if (isLeft()) return;
    setBusy(true);
    setError(null);
    try {
      await act();
      setOpen(false);
      await client.invalidateQueries({ queryKey: EVALUATION_KEY });
    } catch (cause) {
      const failure = cause instanceof ApiError ? cause : new ApiError("bad_answer", 0, { cause });
      setError(failure);
      if (failure.code === "not_authenticated") askSignIn(() => void run(act));
    } finally {
      setBusy(false);
    }
  }

  const params = { id: project.id };
  const round = project.round?.number;
  function declare() {
    const isMissing = cleanLine(reason) === "";
    setMissing(isMissing);
    if (isMissing) return;
    void run(() =>
      inRound(round, (round) => call(recuse, { locale, params, body: { reason, round } })),
    );
  }

  if (recusal !== null) {
    return (
      <>
        <p className={styles.reason}>{t("recused", { reason: recusal })}</p>
        {error && <FormAlert heading={t("error")} code={error.code} />}
        <Button
          small
          variant="secondary"
          busy={busy}
          busyLabel={t("busy")}
          onClick={() =>
            void run(() =>
              inRound(round, (round) =>
                call(takeBackRecusal, { locale, params, query: { round } }),
              ),
            )
          }
        >
          {t("takeBack")}
        </Button>
      </>
    );
  }
  return (
    <>
      <button type="button" className={textButton.button} onClick={() => setOpen(true)}>
        {t("button")}
      </button>
      <ConfirmDialog
        open={open}
        title={t("title")}
        safeLabel={t("cancel")}
        confirmLabel={t("confirm")}
        busyLabel={t("busy")}
        busy={busy}
        onClose={() => setOpen(false)}
        onConfirm={declare}
      >
        <p>{t("text")}</p>
        <TextArea
          name="reason"
          label={t("reason")}
          limit={TEXT_MAX}
          value={reason}
          error={missing ? "required" : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        {error && <FormAlert heading={t("error")} code={error.code} />}
      </ConfirmDialog>
    </>
  );
}
