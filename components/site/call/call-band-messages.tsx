"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/figures/status";
import type { EditionDates } from "@/lib/browser/countdown";
import { isElided } from "@/lib/i18n/is-elided";
import { useCountdown } from "../use-countdown";
import type { EditionWords } from "../use-edition-messages";

/**
 * Shows the state of the call as a text. A page prerendered at build time does not know the current time, so it shows
 * only the call's dates.
 */
export function CallBandWords({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  const t = useTranslations("countdown.callBand");
  const countdown = useCountdown(edition);
  const year = String(edition.year);
  const { opens, opensFirst, closes } = dates;
  const closesElided = isElided(closes);
  const opensElided = isElided(opens);

  function words(): string {
    if (!countdown)
      return t("dates", { year, opens: opensFirst, opensElided, closes, closesElided });
    const { state, days, hours } = countdown;
    if (state === "not_yet_open") return t("not_yet_open", { year, opens, opensElided });
    if (state === "closed") return t("closed", { year });
    return days > 0
      ? t("open", { closes, closesElided })
      : t("hours", { hours, count: String(hours) });
  }

  return <Status tone={countdown?.state === "closed" ? "off" : "here"}>{words()}</Status>;
}
