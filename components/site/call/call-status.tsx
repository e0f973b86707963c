"use client";

import { useTranslations } from "next-intl";
import { Status } from "@/components/ui/status";
import { closingMoment } from "@/contract/deadline";
import type { EditionDates } from "@/lib/countdown";
import { useCountdown } from "../use-countdown";
import { useDayMonth } from "../use-day-month";

/** Where the call stands now; its dates where no script runs. */
export function CallStatus({ edition }: { edition: EditionDates }) {
  const t = useTranslations("countdown.callStatus");
  const dayMonth = useDayMonth();
  const countdown = useCountdown(edition);
  const opens = dayMonth(new Date(edition.opensAt)).join(" ");
  const { lastDay, time } = closingMoment(new Date(edition.closesAt));
  const end = {
    closes: dayMonth(lastDay).join(" "),
    time,
    midnight: String(time === "24:00"),
  };

  function words(): string {
    if (!countdown) return t("dates", { opens, ...end });
    const { state, days, hours, minutes } = countdown;
    if (state === "not_yet_open") return t("not_yet_open", { opens });
    if (state === "closed") return t("closed", { closes: end.closes });
    if (days > 0) return t("days", { days, ...end });
    if (hours > 0) return t("hours", { hours, ...end });
    return t("minutes", { minutes, ...end });
  }

  return <Status tone={countdown?.state === "closed" ? "off" : "here"}>{words()}</Status>;
}
