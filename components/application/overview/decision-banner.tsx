"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { useDecisions } from "./use-decisions";

/**
 * What the selection has decided, once it is released: the furthest stage of the latest release as
 * the title, anything else it said under it. Nothing before that.
 */
export function DecisionBanner() {
  const t = useTranslations("dashboard.timeline.decision");
  const [last, ...earlier] = useDecisions();
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
