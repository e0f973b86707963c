"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { useTimelineMessages } from "../timeline/timeline-messages";
import { useDecisions } from "./use-decisions";

/**
 * Shows the decisions of the latest release to the applicant. The title is the decision about the furthest stage; the
 * other decisions are below. Renders nothing before a release.
 */
export function DecisionBanner() {
  const t = useTranslations("dashboard.timeline.decision");
  const { detailTexts } = useTimelineMessages();
  const [last, ...earlier] = useDecisions();
  if (!last) return null;
  return (
    <Banner title={t(`${last.outcome}.${last.stage}`)} role="status">
      {earlier.map(({ stage, outcome }) => (
        <p key={stage}>{t(`${outcome}.${stage}`)}</p>
      ))}
      {detailTexts(last.details).map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      <p>{last.correction ? t("correctionText") : t(`text.${last.outcome}`)}</p>
    </Banner>
  );
}
