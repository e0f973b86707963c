"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { FormAlert } from "@/components/forms/form-alert";
import { FeedbackText } from "@/components/submission/feedback-text";
import { Button } from "@/components/ui/buttons/button";
import { getProjectFeedback } from "@/contract/evaluation/feedback";
import { ApiError } from "@/lib/api/error";
import { readOf } from "@/lib/api/query";
import styles from "./received-feedback.module.css";
import { useDecisions } from "./use-decisions";

/**
 * Shows the feedback that the applicant received with a decision. Sends no request before staff release a decision.
 */
export function ReceivedFeedback() {
  const t = useTranslations("feedback");
  const stages = useTranslations("dashboard.timeline.decision");
  const hasDecision = useDecisions().length > 0;
  const query = useQuery({
    ...readOf(getProjectFeedback, { locale: useLocale() }),
    enabled: hasDecision,
  });
  if (query.error && !query.data) {
    const code = query.error instanceof ApiError ? query.error.code : undefined;
    return (
      <div className={styles.feedback}>
        <FormAlert heading={t("failed")} code={code} />
        <Button small variant="secondary" onClick={() => void query.refetch()}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  const all = query.data?.feedback ?? [];
  if (all.length === 0) return null;
  return (
    <section className={styles.feedback} aria-labelledby="received-feedback">
      <h2 id="received-feedback" className={styles.title}>
        {t("title")}
      </h2>
      <p>{t("lead")}</p>
      {all.map(({ stage, band, texts }) => (
        <div key={stage} className={styles.one}>
          <h3 className={styles.stage}>{stages(`not_selected.${stage}`)}</h3>
          {band && <p>{t(`band.${band}`)}</p>}
          {texts.map((one, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change their order
            <FeedbackText key={place} {...one} />
          ))}
        </div>
      ))}
    </section>
  );
}
