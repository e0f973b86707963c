"use client";

import {
  type Countdown,
  countdownAt,
  type EditionDates,
  lastChangeOf,
} from "@/lib/browser/countdown";
import { useProgrammeNow } from "@/lib/browser/server-clock";

/**
 * Returns the time by which a page speaks of an edition: of its rendering, then of the server's clock. It moves only
 * when the words change, so the first frame of a fresh page stays. Null on the server for a page of a build, whose
 * dates may be others: it shows the dates alone.
 */
export function useEditionNow(edition: EditionDates): number | null {
  const { renderedAt } = edition;
  const now = useProgrammeNow(renderedAt ? Date.parse(renderedAt) : null);
  return now === null ? null : lastChangeOf(edition, now);
}

/**
 * What is left of an edition; null where the time is not known.
 *
 * Its numbers are shown by `String`: the first number formatted costs a phone 40 ms, while it hydrates the page.
 */
export function useCountdown(edition: EditionDates): Countdown | null {
  const now = useEditionNow(edition);
  return now === null ? null : countdownAt(edition, now);
}
