"use client";

import {
  type Countdown,
  countdownAt,
  type EditionDates,
  lastChangeOf,
} from "@/lib/browser/countdown";
import { useProgrammeNow } from "@/lib/browser/server-clock";

/**
 * Returns the current time for a page about an edition: first the time of rendering, then the server's clock. The value
 * changes only when a text on the page changes. Returns null on the server for a page prerendered at build time,
 * because its dates can be outdated.
 */
export function useEditionNow(edition: EditionDates): number | null {
  const { renderedAt } = edition;
  const now = useProgrammeNow(renderedAt ? Date.parse(renderedAt) : null);
  return now === null ? null : lastChangeOf(edition, now);
}

/**
 * Returns the time left until an edition's call opens or closes; null if the time is unknown.
 *
 * Callers print its numbers with `String`, because formatting the first number costs a phone 40 ms during hydration.
 */
export function useCountdown(edition: EditionDates): Countdown | null {
  const now = useEditionNow(edition);
  return now === null ? null : countdownAt(edition, now);
}
