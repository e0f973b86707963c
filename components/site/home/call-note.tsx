"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { EditionDates } from "@/lib/countdown";
import { whenIdle } from "@/lib/when-idle";
import { useCountdown } from "../use-countdown";
import { useDayMonth } from "../use-day-month";
import type { EditionWords } from "../use-edition-words";

/**
 * When the call opens or closes, in Rome time; who lives by another clock reads their own hour as
 * well (in the browser only: the HTML is the same for everybody).
 */
export function CallNote({ edition, dates }: { edition: EditionDates; dates: EditionWords }) {
  const t = useTranslations("countdown.callNote");
  const countdown = useCountdown(edition);
  const year = String(edition.year);
  const end = { time: dates.time, midnight: String(dates.time === "24:00") };

  if (countdown?.state === "not_yet_open") {
    return <p>{t("not_yet_open", { year, date: dates.opens })}</p>;
  }
  if (countdown?.state === "closed") return <p>{t("closed", { year, date: dates.closes })}</p>;
  return (
    <p>
      {t("open", { year, date: dates.closes, ...end })}
      <Elsewhere closesAt={edition.closesAt} romeAhead={dates.romeAhead} />
    </p>
  );
}

/** The hour on the visitor's own clock, where it is not Rome's; it may come a moment later. */
function Elsewhere({ closesAt, romeAhead }: { closesAt: string; romeAhead: number }) {
  const t = useTranslations("countdown.callNote");
  const format = useFormatter();
  const dayMonth = useDayMonth();
  const [timeZone, setTimeZone] = useState<string>();

  useEffect(
    () =>
      whenIdle(() => {
        if (-new Date(closesAt).getTimezoneOffset() === romeAhead) return;
        setTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
      }),
    [closesAt, romeAhead],
  );

  if (timeZone === undefined) return null;
  const end = new Date(closesAt);
  const hour = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const time = format.dateTime(end, { ...hour, timeZone });
  return ` ${t("openElsewhere", { time, date: dayMonth(end, { timeZone }).join(" ") })}`;
}
