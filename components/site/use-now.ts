"use client";

import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;

function subscribe(onTick: () => void) {
  const timer = window.setInterval(onTick, TICK_MS);
  return () => window.clearInterval(timer);
}

// The same number within one tick, so that React sees a stable snapshot.
const clock = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The visitor's clock in milliseconds, by half minutes; null on the server and without script. */
export function useNow(): number | null {
  return useSyncExternalStore<number | null>(subscribe, clock, () => null);
}
