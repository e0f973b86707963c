"use client";

import { useLocale } from "next-intl";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { useVisitorZone } from "@/lib/browser/server-clock";
import { datesIn } from "@/lib/i18n/dates";

/**
 * An instant in the reader's own time zone: it is about a device in their hand, not about the programme. Every
 * other time on these pages is Rome's, so another zone is named.
 */
export function Moment({ at, children }: { at: string; children: (at: string) => string }) {
  const dates = datesIn(useLocale());
  const timeZone = useVisitorZone(PROGRAMME_ZONE);
  const shown = dates.date(new Date(at), { dateStyle: "long", timeStyle: "short", timeZone });
  const zone = timeZone === PROGRAMME_ZONE ? "" : ` (${timeZone.replaceAll("_", " ")})`;
  return <time dateTime={at}>{children(shown + zone)}</time>;
}
