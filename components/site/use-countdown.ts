"use client";

import { useSyncExternalStore } from "react";
import { type Countdown, countdownAt, type EditionDates } from "@/lib/countdown";

const TICK_MS = 30_000;

function subscribe(onTick: () => void) {
  const timer = window.setInterval(onTick, TICK_MS);
  return () => window.clearInterval(timer);
}

// The same number within one tick, so that React sees a stable snapshot.
const clock = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/**
 * What is left of an edition by the visitor's clock; null on the server and without script, where the
 * page shows the date instead (public pages are prerendered: a count made then would soon be wrong).
 */
export function useCountdown(edition: EditionDates): Countdown | null {
  const now = useSyncExternalStore<number | null>(subscribe, clock, () => null);
  return now === null ? null : countdownAt(edition, now);
}
