"use client";

import { useLocale } from "next-intl";
import { useState } from "react";
import { datesIn } from "@/lib/i18n/dates";

/** An instant in the reader's own time zone: it is about a device in their hand, not about the programme. */
export function Moment({ at, children }: { at: string; children: (at: string) => string }) {
  const dates = datesIn(useLocale());
  const [timeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const shown = dates.date(new Date(at), { dateStyle: "long", timeStyle: "short", timeZone });
  return <time dateTime={at}>{children(shown)}</time>;
}
