"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { fieldId } from "@/components/forms/field-id";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { Dialog } from "@/components/ui/overlays/dialog";
import { fieldsOf, isSavedField, type Step } from "@/contract/project/project-fields";
import { memberProblems } from "@/lib/draft/team-member";
import { useDraft } from "../application-context";
import { useFieldMessages } from "../field-messages";
import { goToControl } from "../gaps";
import { useProblemMessages } from "../problem-messages";
import { useMemberGaps } from "./use-member-gaps";

type Answers = { onStay: () => void; onGo: () => void };

/** Returns a step's fields that cannot be saved, each with the reason and the control's id. */
function useStuck(step: Step): { id: string; name: string; why: string }[] {
  const t = useTranslations("project");
  const words = useFieldMessages();
  const problemWords = useProblemMessages();
  const gaps = useMemberGaps();
  const { problems, conflict, inHand, isInHandUnsaved } = useDraft();
  const stuck = fieldsOf(step)
    .filter(isSavedField)
    .flatMap((field) => {
      const code = problems[field];
      if (!code && !conflict?.includes(field)) return [];
      const why = code ? problemWords(field, code) : t("leave.elsewhere");
      return [{ id: fieldId(field), name: words.label(field), why }];
    });
  if (step !== "team" || !inHand || !isInHandUnsaved) return stuck;
  const [first = "name"] = Object.keys(memberProblems(inHand.member));
  const member = {
    id: fieldId(`member.${first}`),
    name: t("offered.member"),
    why: gaps(inHand.member).join(" "),
  };
  return [...stuck, member];
}

/**
 * Dialog that lists the fields that cannot be saved. The user can correct them or leave the page; the unsaved text
 * stays in this tab.
 */
export function LeaveDialog({
  step,
  onStay,
  onGo,
  onRetry,
}: Answers & { step: Step; onRetry: () => Promise<void> }) {
  const t = useTranslations("project.leave");
  const reason = useErrorMessages();
  const { autosave } = useDraft();
  const stuck = useStuck(step);
  const [busy, setBusy] = useState(false);
  const [first] = stuck;
  // Saving again can succeed, unless the browser is offline or a field has an error.
  const mayRetry = !first && navigator.onLine;

  function back(id: string) {
    onStay();
    // Closing the dialog returns the focus to the button that opened it, so focus the chosen field only in the next
    // frame.
    requestAnimationFrame(() => goToControl(id));
  }

  async function retry() {
    setBusy(true);
    await onRetry();
    setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onStay}
      title={t("title")}
      actions={
        <>
          {first ? (
            <Button small variant="inverse" onClick={() => back(first.id)}>
              {t("back")}
            </Button>
          ) : mayRetry ? (
            <Button
              small
              variant="inverse"
              busy={busy}
              busyLabel={t("saving")}
              onClick={() => void retry()}
            >
              {t("save")}
            </Button>
          ) : null}
          {!first && (
            <Button small variant={mayRetry ? "secondary" : "inverse"} onClick={onStay}>
              {t("stay")}
            </Button>
          )}
          <Button small variant="secondary" onClick={onGo}>
            {t("proceed")}
          </Button>
        </>
      }
    >
      {first ? (
        <>
          <p>{t("text", { count: stuck.length })}</p>
          <ul>
            {stuck.map(({ id, name, why }) => (
              <li key={id}>
                <strong>{name}</strong>
                {`: ${why}`}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>{autosave.kind === "failed" ? reason(autosave.error.code) : t("slow")}</p>
      )}
    </Dialog>
  );
}

/** Asks for confirmation if leaving the page would interrupt a file upload. */
export function FileDialog({ onStay, onGo }: Answers) {
  const t = useTranslations("project.leave");
  return (
    <ConfirmDialog
      title={t("fileTitle")}
      safeLabel={t("stay")}
      confirmLabel={t("leave")}
      onClose={onStay}
      onConfirm={onGo}
    >
      <p>{t("fileText")}</p>
    </ConfirmDialog>
  );
}
