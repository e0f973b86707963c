"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import type { EditionDates } from "@/lib/countdown";
import { useCountdown } from "../use-countdown";
import { useDayMonth } from "../use-day-month";

/** Where the call stands, by the visitor's clock; its dates where no script runs. */
export function CallStatus({ edition }: { edition: EditionDates }) {
  const t = useTranslations("countdown.callStatus");
  const dayMonth = useDayMonth();
  const countdown = useCountdown(edition);
  const opens = dayMonth(new Date(edition.opensAt)).join(" ");
  // The closing instant is the midnight after the last day: "24:00 of" that day.
  const closes = dayMonth(new Date(Date.parse(edition.closesAt) - 1)).join(" ");

  function words(): string {
    if (!countdown) return t("dates", { opens, closes });
    const { state, days, hours, minutes } = countdown;
    if (state === "not_yet_open") return t("not_yet_open", { opens });
    if (state === "closed") return t("closed", { closes });
    if (days > 0) return t("days", { days, closes });
    if (hours > 0) return t("hours", { hours, closes });
    return t("minutes", { minutes, closes });
  }

  return <Status tone={countdown?.state === "closed" ? "off" : "here"}>{words()}</Status>;
}
