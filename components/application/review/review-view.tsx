"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useErrorMessages } from "@/components/forms/error-messages";
import { Button } from "@/components/ui/buttons/button";
import { ConfirmDialog } from "@/components/ui/overlays/confirm-dialog";
import { useArrivalFocus } from "@/components/ui/overlays/focus";
import { missingFields } from "@/contract/project/progress";
import { FILE_FIELDS, STEPS } from "@/contract/project/project-fields";
import { Link } from "@/lib/i18n/navigation";
import { isAtWork } from "@/lib/uploads/upload-state";
import { useApplication, useUploadStates } from "../application-context";
import { hasUnsavedCaptions } from "../captions/caption-text";
import { DeadlineNote } from "../deadline";
import { Notices } from "../notices/notices";
import { SaveBar } from "../saving/save-bar";
import { Stepper } from "../steps/stepper";
import { ChangesSince } from "./changes-since";
import { GapSummary } from "./gap-summary";
import styles from "./review.module.css";
import { ReviewSection } from "./review-section";
import { SendFailed } from "./send-failed";
import { SentPanel } from "./sent-panel";
import { useSending } from "./use-sending";
import { WithdrawApplication } from "./withdraw-application";
import { WithdrawnPanel } from "./withdrawn-panel";

/** Shows the application as evaluators will see it, a link to each missing field, and the Send button. */
export function ReviewView({ hrefs }: { hrefs: Record<"rules" | "notice", string> }) {
  const t = useTranslations("project.review");
  const { answer, closed, looking, user } = useApplication();
  const [asking, setAsking] = useState(false);
  const errors = useErrorMessages();
  const rising = Object.values(useUploadStates()).some(isAtWork);
  const sending = useSending();
  const [attempt, setAttempt] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);
  const missing = missingFields(answer.project);
  const upToDate = answer.projectSent && !answer.projectUnsent;
  const { done } = sending;
  const early = closed === "not_yet_open";
  const heading = upToDate
    ? "sentTitle"
    : closed
      ? early
        ? "earlyTitle"
        : "closedTitle"
      : "title";

  useArrivalFocus(title);
  // Sending or withdrawing changes the page title, so the focus moves to the title.
  useEffect(() => {
    if (done) title.current?.focus();
  }, [done]);

  function send(asks: boolean) {
    setAttempt((count) => count + 1);
    if (missing.length > 0) return;
    // The jury reads only saved captions. If this tab has unsaved captions, ask the user before sending.
    const files = FILE_FIELDS.flatMap((field) => answer.project[field] ?? []);
    const isUnsaved = files.some((file) => hasUnsavedCaptions(user, file));
    setAsking(asks && isUnsaved);
    if (!asks || !isUnsaved) void sending.send();
  }

  return (
    <>
      <div className={styles.page}>
        <Stepper project={answer.project} current="review" />
        <Notices restores />
        <h1 className={styles.title} ref={title} tabIndex={-1}>
          {t(heading)}
        </h1>
        {answer.projectSent && <SentPanel sending={sending} />}
        {closed === "withdrawn" && <WithdrawnPanel sending={sending} />}
        {!answer.projectSent && (
          <p className={styles.lead}>{t(early ? "earlyLead" : closed ? "closedLead" : "lead")}</p>
        )}
        {!upToDate && !closed && <GapSummary fields={missing} attempt={attempt} />}
        {!upToDate && !closed && <ChangesSince sending={sending} />}
        {sending.failure && <SendFailed failure={sending.failure} />}
        <div className={styles.sheet}>
          {STEPS.map((step) => (
            <ReviewSection key={step} step={step} />
          ))}
        </div>
        {!closed && !upToDate && (
          <section className={styles.send} aria-labelledby="send-title">
            <h2 id="send-title">{t("sendTitle")}</h2>
            <p>{t(`after.${answer.edition.afterSending}`)}</p>
            <p>
              {t.rich("rules", {
                rules: (words) => <DocumentLink href={hrefs.rules}>{words}</DocumentLink>,
                notice: (words) => <DocumentLink href={hrefs.notice}>{words}</DocumentLink>,
              })}
            </p>
            <DeadlineNote />
            {rising && <p>{t("rising")}</p>}
          </section>
        )}
        {!answer.projectSent && (
          <div>
            <WithdrawApplication sending={sending} />
          </div>
        )}
      </div>
      {!closed && !upToDate && (
        <SaveBar>
          <Button
            leads
            busy={sending.busy === "send"}
            busyLabel={t("sending")}
            disabledReason={looking ? errors("seeing_only") : rising ? t("risingShort") : undefined}
            onClick={() => send(true)}
          >
            {answer.projectSent ? t("sendAgain") : t("send")}
          </Button>
        </SaveBar>
      )}
      {asking && (
        <ConfirmDialog
          title={t("captionsTitle")}
          safeLabel={t("captionsKeep")}
          confirmLabel={t("captionsSend")}
          onClose={() => setAsking(false)}
          onConfirm={() => send(false)}
        >
          <p>
            {t("captionsText")} <Link href="/dashboard/project/documents">{t("captionsGo")}</Link>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Link that opens a document in another tab, so that the page of the application stays open. */
function DocumentLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
