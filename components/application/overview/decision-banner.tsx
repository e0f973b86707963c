"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { FUNNEL_STAGE_IDS } from "@/contract/evaluation/funnel";
import { useApplication } from "../application-context";
import { timelineQuery } from "../timeline/timeline-query";
import { decisionOf } from "../timeline/timeline-words";

/**
 * What the selection has decided, once it is released: the furthest stage of the latest release as
 * the title, anything else it said under it. Nothing before that.
 */
export function DecisionBanner() {
  const t = useTranslations("dashboard.timeline.decision");
  const { answer } = useApplication();
  const { data } = useQuery(timelineQuery(useLocale(), answer));
  const events = (data?.events ?? []).filter(({ type }) => type === "decision");
  const newest = events.filter(({ at }) => at === events[0]?.at);
  const place = (stage: (typeof FUNNEL_STAGE_IDS)[number]) => FUNNEL_STAGE_IDS.indexOf(stage);
  const decisions = newest
    .flatMap((event) => decisionOf(event.data) ?? [])
    .toSorted((a, b) => place(b.stage) - place(a.stage));
  const [last, ...earlier] = decisions;
  if (!last) return null;
  return (
    <Banner title={t(`${last.outcome}.${last.stage}`)} role="status">
      {earlier.map(({ stage, outcome }) => (
        <p key={stage}>{t(`${outcome}.${stage}`)}</p>
      ))}
      <p>{last.correction ? t("correctionText") : t(`text.${last.outcome}`)}</p>
    </Banner>
  );
}
