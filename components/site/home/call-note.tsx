"use client";

import { useFormatter, useTranslations } from "next-intl";
import { closingMoment, PROGRAMME_ZONE } from "@/contract/deadline";
import type { EditionDates } from "@/lib/countdown";
import { useCountdown } from "../use-countdown";
import { useDayMonth } from "../use-day-month";

/**
 * When the call opens or closes, in Rome time; who lives by another clock reads their own hour as
 * well (in the browser only: the HTML is the same for everybody).
 */
export function CallNote({ edition }: { edition: EditionDates }) {
  const t = useTranslations("countdown.callNote");
  const format = useFormatter();
  const dayMonth = useDayMonth();
  const countdown = useCountdown(edition);
  const year = String(edition.year);
  const closesAt = new Date(edition.closesAt);
  const date = (instant: Date, timeZone: string = PROGRAMME_ZONE) =>
    dayMonth(instant, { timeZone }).join(" ");
  const time = (timeZone: string) =>
    format.dateTime(closesAt, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const closing = closingMoment(closesAt);
  const lastDay = date(closing.lastDay);
  const end = { time: closing.time, midnight: String(closing.time === "24:00") };

  if (countdown?.state === "not_yet_open") {
    return <p>{t("not_yet_open", { year, date: date(new Date(edition.opensAt)) })}</p>;
  }
  if (countdown?.state === "closed") return <p>{t("closed", { year, date: lastDay })}</p>;

  const here = countdown ? Intl.DateTimeFormat().resolvedOptions().timeZone : PROGRAMME_ZONE;
  const elsewhere = time(here) !== time(PROGRAMME_ZONE);
  return (
    <p>
      {t("open", { year, date: lastDay, ...end })}
      {elsewhere && ` ${t("openElsewhere", { time: time(here), date: date(closesAt, here) })}`}
    </p>
  );
}
