"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { EditionDates } from "@/lib/browser/countdown";
import { whenIdle } from "@/lib/browser/when-idle";
import { datesIn } from "@/lib/i18n/dates";
import { dated } from "@/lib/i18n/is-elided";
import type { EditionWords } from "../use-edition-messages";

/**
 * Shows the closing time on the visitor's clock if it differs from Rome's, and the date if the date also differs. The
 * text appears after hydration, when the browser is idle.
 */
export function Elsewhere({
  edition: { closesAt },
  dates: { closes, romeAhead },
}: {
  edition: EditionDates;
  dates: EditionWords;
}) {
  const t = useTranslations("countdown.callNote");
  const { date: dateOf } = datesIn(useLocale());
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
  const time = dateOf(end, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const date = dateOf(end, { day: "numeric", month: "long", timeZone });
  // Rome's date can have its year at the end, so compare only the beginning.
  const sameDay = String(closes.startsWith(date));
  return ` ${t("openElsewhere", { time, ...dated("date", date), sameDay })}`;
}
