import { createContext, useContext, useSyncExternalStore } from "react";
import { romeYear } from "@/contract/deadline";

/*
 * Deadlines depend on the server's clock, so the browser corrects its clock with the Date header of a response. The
 * correction only affects the times on pages. The server decides with its own clock whether a deadline has passed.
 */

/**
 * Difference of the server's clock from this computer's clock in ms; positive if the server's clock is ahead. Null
 * until the first request for the time ends.
 */
let ahead: number | null = null;
let asked = false;
/** Maximum milliseconds between two attempts to get the server's time. */
const LONGEST_WAIT = 300_000;
const listeners = new Set<() => void>();

/** Records the server's time from a response's Date header. The header has a precision of one second. */
function noteServerDate(header: string | null, receivedAt: number): void {
  const date = Date.parse(header ?? "");
  if (Number.isNaN(date)) return;
  // Differences of less than two seconds count as zero, because the Date header has a precision of one second.
  const difference = date + 500 - receivedAt;
  moveBy(Math.abs(difference) < 2000 ? 0 : difference);
}

function moveBy(difference: number) {
  ahead = difference;
  for (const listener of listeners) listener();
}

/**
 * Requests the server's time until the server answers. `wait` is the delay before the first retry in ms; the delay
 * doubles each time.
 */
async function ask(wait = 4_000) {
  asked = true;
  const response = await fetch("/api/time", { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  noteServerDate(response?.headers.get("Date") ?? null, Date.now());
  // After a failed request, use this computer's clock until the server answers.
  if (ahead === null) moveBy(0);
  if (!response) setTimeout(() => void ask(Math.min(wait * 2, LONGEST_WAIT)), wait);
}

/** Returns the server's time in ms since 1970. Returns null until the difference of the clocks is known. */
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
 * The server's time when it rendered a private page, in ms since 1970. The page's first frame shows this time, so that
 * no text changes when the browser asks the server for its time. Null on prerendered pages.
 */
export const RenderedAt = createContext<number | null>(null);

/**
 * Returns the server's time, updated and rounded down to half a minute or to a second. Until the first request for the
 * time ends, returns the time of rendering, or null on a prerendered page. After a failed request, uses this computer's
 * clock.
 */
export function useServerNow(every: "second" | "halfMinute" = "halfMinute"): number | null {
  const tick = every === "second" ? 1000 : 30_000;
  const renderedAt = useContext(RenderedAt);
  const rounded = (now: number | null) => (now === null ? null : Math.floor(now / tick) * tick);
  return useSyncExternalStore<number | null>(
    every === "second" ? subscribeSeconds : subscribeHalfMinutes,
    () => rounded(serverNow() ?? renderedAt),
    () => rounded(renderedAt),
  );
}

/**
 * Returns the time in ms since 1970, in half-minute steps. Uses the server's clock once the server has answered. Until
 * then, uses the time of rendering, or else this computer's clock. Null on the server if the time of rendering is
 * unknown.
 */
export function useLikelyNow(): number | null {
  const tick = 30_000;
  const renderedAt = useContext(RenderedAt);
  const rounded = (now: number) => Math.floor(now / tick) * tick;
  return useSyncExternalStore<number | null>(
    subscribeHalfMinutes,
    () => rounded(serverNow() ?? renderedAt ?? Date.now()),
    () => (renderedAt === null ? null : rounded(renderedAt)),
  );
}

/**
 * Returns the current year in Rome, from the same clocks as `useLikelyNow`. Null on the server if the time of rendering
 * is unknown.
 */
export function useLikelyYear(): string | null {
  const renderedAt = useContext(RenderedAt);
  return useSyncExternalStore<string | null>(
    subscribeHalfMinutes,
    () => romeYear(new Date(serverNow() ?? renderedAt ?? Date.now())),
    () => (renderedAt === null ? null : romeYear(new Date(renderedAt))),
  );
}

/**
 * Returns the server's time in ms since 1970, in half-minute steps. Until the server answers, returns `renderedAt`, so
 * that the text does not change during hydration. If `renderedAt` is null, uses this computer's clock until then.
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

/** Returns the visitor's time zone, or the programme's time zone while rendering on the server. */
export function useVisitorZone(programmeZone: string): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || programmeZone,
    () => programmeZone,
  );
}
