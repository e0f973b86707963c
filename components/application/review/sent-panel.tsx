"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Status } from "@/components/ui/status";
import { useApplication } from "./application-context";
import { useReceipt, useReceiptPath } from "./receipt";
import styles from "./review.module.css";
import { useSentTime } from "./sent-time";
import type { useSending } from "./use-sending";

/** What was sent: label, receipt, time, hash, and the way to take it back while that is possible. */
export function SentPanel({ sending }: { sending: ReturnType<typeof useSending> }) {
  const t = useTranslations("project.sent");
  const { answer, closed } = useApplication();
  const receipt = useReceipt();
  const receiptPath = useReceiptPath();
  const sentTime = useSentTime();
  const [withdrawing, setWithdrawing] = useState(false);
  // Until the deadline an application can be withdrawn, locked after sending or not.
  const canWithdraw = closed === null || closed === "locked_after_sending";

  return (
    <section className={styles.receipt} aria-label={t("label")}>
      <Status tone="done">{t("status")}</Status>
      <dl className={styles.facts}>
        <div>
          <dt>{t("at")}</dt>
          <dd>{answer.projectSentAt && sentTime(answer.projectSentAt)}</dd>
        </div>
        <div>
          <dt>{t("receipt")}</dt>
          <dd>
            <a href={receiptPath} download>
              {receipt?.number ? t("receiptPdf", { number: receipt.number }) : t("pdf")}
            </a>
          </dd>
        </div>
        {receipt?.sha256 && (
          <div>
            <dt>{t("hash")}</dt>
            <dd className={styles.hash}>{receipt.sha256}</dd>
          </div>
        )}
      </dl>
      {canWithdraw && (
        <Button small variant="secondary" onClick={() => setWithdrawing(true)}>
          {t("withdraw")}
        </Button>
      )}
      <ConfirmDialog
        open={withdrawing}
        title={t("withdrawTitle")}
        safeLabel={t("keep")}
        confirmLabel={t("withdraw")}
        busyLabel={t("withdrawing")}
        busy={sending.busy === "withdraw"}
        onClose={() => setWithdrawing(false)}
        onConfirm={() => void sending.withdraw().then(() => setWithdrawing(false))}
      >
        <p>{t("withdrawText")}</p>
      </ConfirmDialog>
    </section>
  );
}
