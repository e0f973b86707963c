"use client";

import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { Status } from "@/components/ui/figures/status";
import type { EditionDates } from "@/lib/browser/countdown";
import { isElided } from "@/lib/i18n/is-elided";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";
import { unitOf, useCountWords } from "./use-count-words";

/**
 * Shows the state of the call. A page prerendered at build time does not know the current time, so it shows only the
 * call's dates.
 *
 * @param brief shows only the day, without times
 * @param localTime the closing time on the visitor's clock, shown while the call is open
 */
export function CallStatus({
  edition,
  dates,
  brief = false,
  localTime,
}: {
  edition: EditionDates;
  dates: EditionWords;
  brief?: boolean;
  localTime?: ReactNode;
}) {
  const t = useTranslations("countdown.callStatus");
  const countdown = useCountdown(edition);
  const { opens, opensFirst, closes, time } = dates;
  const closesElided = isElided(closes);
  const opensElided = isElided(opens);
  const end = { closes, closesElided, time, midnight: String(time === "24:00") };

  function words(): string {
    if (!countdown) return t(brief ? "until" : "dates", { opens: opensFirst, opensElided, ...end });
    const { state } = countdown;
    if (state === "not_yet_open") return t("not_yet_open", { opens, opensElided });
    if (state === "closed") return t("closed", { closes, closesElided });
    if (brief) return t("closes", { closes, closesElided });
    const unit = unitOf(countdown);
    return t(unit, { ...countdown, count: String(countdown[unit]), ...end });
  }

  return (
    <Status tone={countdown?.state === "closed" ? "off" : "here"}>
      {words()}
      {countdown?.state === "open" && localTime}
    </Status>
  );
}

/**
 * Shows the time left until the call closes in one line, such as "40 days". Screen readers read the sentence about the
 * deadline instead.
 */
export function CallCount({
  edition,
  dates,
  className,
}: {
  edition: EditionDates;
  dates: EditionWords;
  className?: string | undefined;
}) {
  const [figure, unit] = useCountWords(edition, dates);
  return (
    <p className={className} aria-hidden="true">
      <strong style={{ "--digits": figure.length } as CSSProperties}>{figure}</strong> {unit}
    </p>
  );
}
