"use client";

import { useLocale } from "next-intl";
import { PROGRAMME_ZONE } from "@/contract/deadline";
import { useVisitorZone } from "@/lib/browser/server-clock";
import { datesIn } from "@/lib/i18n/dates";

/**
 * Shows a time in the reader's time zone and names the zone, because the time concerns the reader's device or session.
 * All other times on the profile pages are in Rome's time zone.
 */
export function Moment({ at, children }: { at: string; children: (at: string) => string }) {
  const dates = datesIn(useLocale());
  const timeZone = useVisitorZone(PROGRAMME_ZONE);
  const shown = dates.date(new Date(at), { dateStyle: "long", timeStyle: "short", timeZone });
  const zone = timeZone === PROGRAMME_ZONE ? "" : ` (${timeZone.replaceAll("_", " ")})`;
  return <time dateTime={at}>{children(shown + zone)}</time>;
}
