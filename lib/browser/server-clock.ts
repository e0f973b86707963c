import { useSyncExternalStore } from "react";
import { romeYear } from "@/contract/deadline";

/*
 * The programme's time is the server's time. The Date header of a response gives the offset of this computer's clock. The
 * offset only affects the display; the server alone decides what it accepts.
 */

/** The offset of the server's clock, in ms: positive when it is ahead of this computer. Null before the first answer. */
let ahead: number | null = null;
let asked = false;
/** Maximum milliseconds between two attempts. */
const LONGEST_WAIT = 300_000;
const listeners = new Set<() => void>();

/** Records the Date header of a response, which has a precision of one second. */
function noteServerDate(header: string | null, receivedAt: number): void {
  const date = Date.parse(header ?? "");
  if (Number.isNaN(date)) return;
  // The clocks agree within the precision of the header, so keep the offset at zero.
  const difference = date + 500 - receivedAt;
  moveBy(Math.abs(difference) < 2000 ? 0 : difference);
}

function moveBy(difference: number) {
  ahead = difference;
  for (const listener of listeners) listener();
}

/** Requests the server's time until it answers. `wait` is the delay of the first retry in ms; it doubles each time. */
async function ask(wait = 4_000) {
  asked = true;
  const response = await fetch("/api/time", { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  noteServerDate(response?.headers.get("Date") ?? null, Date.now());
  // Use this computer's clock until the server answers.
  if (ahead === null) moveBy(0);
  if (!response) setTimeout(() => void ask(Math.min(wait * 2, LONGEST_WAIT)), wait);
}

/** Returns the server's time in ms since the epoch. Null until the offset is known. */
function serverNow(): number | null {
  return ahead === null ? null : Date.now() + ahead;
}

function subscribeEvery(tick: number) {
  return (listener: () => void) => {
    if (!asked) void ask();
    listeners.add(listener);
    const timer = window.setInterval(listener, tick);
    return () => {
      listeners.delete(listener);
      window.clearInterval(timer);
    };
  };
}

const subscribeSeconds = subscribeEvery(1000);
const subscribeHalfMinutes = subscribeEvery(30_000);

/**
 * Returns the server's time, updated every half minute or every second, rounded down to that unit. Null until the server
 * answers, because a countdown by a wrong clock would be wrong.
 */
export function useServerNow(every: "second" | "halfMinute" = "halfMinute"): number | null {
  const tick = every === "second" ? 1000 : 30_000;
  return useSyncExternalStore<number | null>(
    every === "second" ? subscribeSeconds : subscribeHalfMinutes,
    () => {
      const now = serverNow();
      return now === null ? null : Math.floor(now / tick) * tick;
    },
    () => null,
  );
}

/**
 * Returns the time in ms since the epoch, in half-minute steps: by this computer's clock first, by the server's clock
 * once the offset is known. For prerendered pages whose figures cannot wait. Null on the server and without scripts.
 */
export function useLikelyNow(): number | null {
  const tick = 30_000;
  return useSyncExternalStore<number | null>(
    subscribeHalfMinutes,
    () => Math.floor((serverNow() ?? Date.now()) / tick) * tick,
    () => null,
  );
}

/** Returns the year in Rome, by the same clock as `useLikelyNow`. Null on the server and without scripts. */
export function useLikelyYear(): string | null {
  return useSyncExternalStore<string | null>(
    subscribeHalfMinutes,
    () => romeYear(new Date(serverNow() ?? Date.now())),
    () => null,
  );
}

/**
 * Returns the server's time in ms since the epoch, in half-minute steps. Until the server answers, returns `renderedAt`,
 * so that nothing changes during hydration. When `renderedAt` is null, works like `useLikelyNow`.
 */
export function useProgrammeNow(renderedAt: number | null): number | null {
  const tick = 30_000;
  return useSyncExternalStore<number | null>(
    subscribeHalfMinutes,
    () => {
      const now = serverNow();
      if (now === null && renderedAt !== null) return renderedAt;
      return Math.floor((now ?? Date.now()) / tick) * tick;
    },
    () => renderedAt,
  );
}

const never = () => () => {};

/** Returns the visitor's time zone. Returns the programme's zone while rendering on the server. */
export function useVisitorZone(programmeZone: string): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || programmeZone,
    () => programmeZone,
  );
}
