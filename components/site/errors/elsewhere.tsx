"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { whenIdle } from "@/lib/browser/when-idle";
import { useDayMonth } from "../use-day-month";

/** The hour on the visitor's own clock, where it is not Rome's; it may come a moment later. */
export function Elsewhere({ closesAt, romeAhead }: { closesAt: string; romeAhead: number }) {
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
