"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { EditionDates } from "@/lib/countdown";
import { useCountdown } from "../use-countdown";
import { useDayMonth } from "../use-day-month";
import type { EditionWords } from "../use-edition-words";

/**
 * When the call opens or closes, in Rome time; who lives by another clock reads their own hour as
 * well (in the browser only: the HTML is the same for everybody).
 */
export function CallNote({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  const t = useTranslations("countdown.callNote");
  const format = useFormatter();
  const dayMonth = useDayMonth();
  const countdown = useCountdown(edition);
  const year = String(edition.year);
  const closesAt = new Date(edition.closesAt);
  const end = { time: dates.time, midnight: String(dates.time === "24:00") };

  if (countdown?.state === "not_yet_open") {
    return <p>{t("not_yet_open", { year, date: dates.opens })}</p>;
  }
  if (countdown?.state === "closed") return <p>{t("closed", { year, date: dates.closes })}</p>;

  function elsewhere(): string {
    if (!countdown || -closesAt.getTimezoneOffset() === dates.romeAhead) return "";
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const time = format.dateTime(closesAt, {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
    });
    return ` ${t("openElsewhere", { time, date: dayMonth(closesAt, { timeZone }).join(" ") })}`;
  }

  return (
    <p>
      {t("open", { year, date: dates.closes, ...end })}
      {elsewhere()}
    </p>
  );
}
