"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useApplication } from "../application-context";
import type { useSending } from "./use-sending";

/**
 * Dialog to withdraw a sent application or to delete an unsent one. Until the deadline, the applicant can restore a
 * withdrawn and a deleted application.
 */
export function WithdrawApplication({ sending }: { sending: ReturnType<typeof useSending> }) {
  const { answer, closed } = useApplication();
  const t = useTranslations(answer.projectSent ? "project.sent" : "project.delete");
  const [asking, setAsking] = useState(false);
  // The applicant can withdraw until the deadline, even if sending locks the application.
  if (closed !== null && closed !== "locked_after_sending") return null;
  if (answer.projectVersion === 0) return null;

  return (
    <>
      <Button small variant="secondary" onClick={() => setAsking(true)}>
        {t("withdraw")}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t("withdrawTitle")}
        safeLabel={t("keep")}
        confirmLabel={t("withdraw")}
        busyLabel={t("withdrawing")}
        busy={sending.busy === "withdraw"}
        onClose={() => setAsking(false)}
        onConfirm={() => void sending.withdraw().then(() => setAsking(false))}
      >
        <p>{t("withdrawText")}</p>
      </ConfirmDialog>
    </>
  );
}
