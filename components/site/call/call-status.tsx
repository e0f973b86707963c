"use client";

import { useTranslations } from "next-intl";
import type { CSSProperties, ReactNode } from "react";
import { Status } from "@/components/ui/figures/status";
import type { Countdown, EditionDates } from "@/lib/browser/countdown";
import { isElided } from "@/lib/i18n/is-elided";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";

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

/** Returns the largest nonzero unit of a countdown: days or hours, otherwise minutes. */
const unitOf = ({ days, hours }: Countdown) =>
  days > 0 ? "days" : hours > 0 ? "hours" : "minutes";

/**
 * Returns the time left until the call closes, as a number and a unit; after the call, only the word "closed". Before
 * the call, returns the opening day and month. A page prerendered at build time gets the closing day and month, because
 * a countdown would be outdated.
 */
export function useCountWords(edition: EditionDates, dates: EditionWords): [string, string] {
  const t = useTranslations("countdown.count");
  const countdown = useCountdown(edition);
  if (!countdown) return dates.closesShort;
  if (countdown.state === "not_yet_open") return dates.opensShort;
  if (countdown.state === "closed") return ["", t("closed")];
  const unit = unitOf(countdown);
  const { [unit]: left } = countdown;
  // During the last minute, show "<1" instead of zero, because the call is still open.
  return [left > 0 ? String(left) : "<1", t(unit, { ...countdown, [unit]: left || 1 })];
}
