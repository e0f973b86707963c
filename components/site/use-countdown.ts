"use client";

import {
  type Countdown,
  countdownAt,
  type EditionDates,
  lastChangeOf,
} from "@/lib/browser/countdown";
import { useProgrammeNow } from "@/lib/browser/server-clock";

/**
 * Returns the current time for a page about an edition: first the time of rendering, then the server's clock. The time
 * changes only when the text changes, so the first frame stays the same. Null on the server for a page prerendered at
 * build time: its dates can be outdated, so it shows only the dates.
 */
export function useEditionNow(edition: EditionDates): number | null {
  const { renderedAt } = edition;
  const now = useProgrammeNow(renderedAt ? Date.parse(renderedAt) : null);
  return now === null ? null : lastChangeOf(edition, now);
}

/**
 * Returns the time left of an edition; null if the time is unknown.
 *
 * Callers print its numbers with `String`: formatting the first number costs a phone 40 ms during hydration.
 */
export function useCountdown(edition: EditionDates): Countdown | null {
  const now = useEditionNow(edition);
  return now === null ? null : countdownAt(edition, now);
}
