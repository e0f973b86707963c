"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import { useApplication } from "../application-context";
import { useReceipt, useReceiptPath } from "./receipt";
import styles from "./review.module.css";
import { useSentTime } from "./sent-time";
import type { useSending } from "./use-sending";
import { WithdrawApplication } from "./withdraw-application";

/** What was sent: label, receipt, time, hash, and the way to take it back while that is possible. */
export function SentPanel({ sending }: { sending: ReturnType<typeof useSending> }) {
  const t = useTranslations("project.sent");
  const { answer } = useApplication();
  const receipt = useReceipt();
  const receiptPath = useReceiptPath();
  const sentTime = useSentTime();

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
      <WithdrawApplication sending={sending} />
    </section>
  );
}
