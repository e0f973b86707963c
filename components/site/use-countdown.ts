"use client";

import { type Countdown, countdownAt, type EditionDates } from "@/lib/browser/countdown";
import { useLikelyNow } from "@/lib/browser/server-clock";

/**
 * What is left of an edition, by the server's clock once it is known; null on the server and without scripts, where the
 * page shows the date instead (public pages are prerendered: a count made then would soon be wrong).
 *
 * Its numbers are shown by `String`: the first number formatted costs a phone 40 ms, while it hydrates the page.
 */
export function useCountdown(edition: EditionDates): Countdown | null {
  const now = useLikelyNow();
  return now === null ? null : countdownAt(edition, now);
}
