"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { dated } from "@/lib/i18n/is-elided";
import { useApplication } from "../application-context";
import { useTimelineMessages } from "../timeline/timeline-messages";
import { timelineQuery } from "../timeline/timeline-query";
import { useReceipt, useReceiptPath } from "./receipt";
import styles from "./review.module.css";
import { useSentTime } from "./sent-time";
import type { useSending } from "./use-sending";
import { WithdrawApplication } from "./withdraw-application";

/**
 * Shows that the application was received, the next steps, the receipt, and a button to withdraw while withdrawing is
 * possible.
 */
export function SentPanel({ sending }: { sending: ReturnType<typeof useSending> }) {
  const t = useTranslations("project.sent");
  const { user, answer } = useApplication();
  const receipt = useReceipt();
  const receiptPath = useReceiptPath();
  const sentTime = useSentTime();

  return (
    <section className={styles.receipt} aria-label={t("label")}>
      {!answer.projectUnsent && (
        <Banner tone="positive" title={t("arrived")}>
          <p className={styles.hash}>
            {receipt?.number
              ? t("mailedNumber", { number: receipt.number, email: user.email })
              : t("mailed", { email: user.email })}
          </p>
        </Banner>
      )}
      <NextThings />
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
      </dl>
      {receipt?.sha256 && (
        <details className={styles.hash}>
          <summary>{t("hash")}</summary>
          <p>{receipt.sha256}</p>
        </details>
      )}
      <WithdrawApplication sending={sending} />
    </section>
  );
}

/** Lists the steps after sending, with the edition's known dates. */
function NextThings() {
  const t = useTranslations("project.sent.next");
  const { answer, closed } = useApplication();
  const words = useTimelineMessages();
  const { data } = useQuery(timelineQuery(useLocale(), answer));
  const dateOf = (type: "evaluation_closes" | "winners") => {
    const date = data?.dates.find((one) => one.type === type);
    return date && words.dateTime(date);
  };
  const [reading, results] = [dateOf("evaluation_closes"), dateOf("winners")];
  return (
    <div>
      <h2>{t("title")}</h2>
      <ul className={styles.next}>
        {!closed && <li>{t("editable")}</li>}
        {closed === "locked_after_sending" && <li>{t("locked")}</li>}
        <li>{reading ? t("reading", dated("date", reading)) : t("readingSometime")}</li>
        <li>{results ? t("results", dated("date", results)) : t("resultsSometime")}</li>
      </ul>
    </div>
  );
}
