"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import type { EditionDates } from "@/lib/browser/countdown";
import { isElided } from "@/lib/i18n/is-elided";
import { Elsewhere } from "../errors/elsewhere";
import { useCountdown, useCountWords } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";

/**
 * Shows the state of the call, with the time on the visitor's own clock. A page prerendered at build time shows only the
 * dates.
 *
 * @param brief shows only the day, without times
 */
export function CallStatus({
  edition,
  dates,
  brief = false,
}: {
  edition: EditionDates;
  dates: EditionWords;
  brief?: boolean;
}) {
  const t = useTranslations("countdown.callStatus");
  const countdown = useCountdown(edition);
  const { opens, opensFirst, closes, time } = dates;
  const closesElided = isElided(closes);
  const opensElided = isElided(opens);
  const end = { closes, closesElided, time, midnight: String(time === "24:00") };

  function words(): string {
    if (!countdown) return t(brief ? "until" : "dates", { opens: opensFirst, opensElided, ...end });
    const { state, days, hours, minutes } = countdown;
    if (state === "not_yet_open") return t("not_yet_open", { opens, opensElided });
    if (state === "closed") return t("closed", { closes, closesElided });
    if (brief) return t("closes", { closes, closesElided });
    if (days > 0) return t("days", { days, count: String(days), ...end });
    if (hours > 0) return t("hours", { hours, count: String(hours), ...end });
    return t("minutes", { minutes, count: String(minutes), ...end });
  }

  return (
    <Status tone={countdown?.state === "closed" ? "off" : "here"}>
      {words()}
      {countdown?.state === "open" && !brief && <Elsewhere edition={edition} dates={dates} />}
    </Status>
  );
}

/** Shows the time left in one line, such as "40 days". Screen readers read the sentence about the deadline instead. */
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
      <strong>{figure}</strong> {unit}
    </p>
  );
}
