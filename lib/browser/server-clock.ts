import { useSyncExternalStore } from "react";

/*
 * The programme's time is the server's: its Date header tells how far off this computer's clock is. It
 * only affects what is shown; what is accepted is decided by the server alone.
 */

/** How far the server is ahead of this computer, ms; null while it has not answered. */
let ahead: number | null = null;
let asked = false;
/** Maximum milliseconds between two tries. */
const LONGEST_WAIT = 300_000;
const listeners = new Set<() => void>();

/** Records the Date header of a response; it counts whole seconds. */
function noteServerDate(header: string | null, receivedAt: number): void {
  const date = Date.parse(header ?? "");
  if (Number.isNaN(date)) return;
  // Within that precision the two clocks agree: nothing changes.
  const difference = date + 500 - receivedAt;
  moveBy(Math.abs(difference) < 2000 ? 0 : difference);
}

function moveBy(difference: number) {
  ahead = difference;
  for (const listener of listeners) listener();
}

/** Requests the server's time until it answers; `wait` before the first retry, ms, with exponential backoff. */
async function ask(wait = 4_000) {
  asked = true;
  const response = await fetch("/api/time", { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  noteServerDate(response?.headers.get("Date") ?? null, Date.now());
  // Until there is an answer, this computer's clock is all there is.
  if (ahead === null) moveBy(0);
  if (!response) window.setTimeout(() => void ask(Math.min(wait * 2, LONGEST_WAIT)), wait);
}

/** The server's time now, ms since the epoch; null until it is known. */
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
 * The server's time, updated every half minute (or every second); null until the server has answered:
 * a countdown by a wrong clock would be wrong. Rounded down to the tick.
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
 * The time now, ms since the epoch, in half-minute steps: by this computer's clock at once, by the server's
 * as soon as the offset is known. For prerendered pages
 * whose figures cannot wait. Null on the server and without scripts.
 */
export function useLikelyNow(): number | null {
  const tick = 30_000;
  return useSyncExternalStore<number | null>(
    subscribeHalfMinutes,
    () => Math.floor((serverNow() ?? Date.now()) / tick) * tick,
    () => null,
  );
}

/**
 * The server's time, ms since the epoch, in half-minute steps; until the server has answered, the time at which it
 * rendered the page, so that nothing changes while the page starts. Without that time, as `useLikelyNow`.
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

/** The visitor's own time zone; the programme's while rendering on the server. */
export function useVisitorZone(programmeZone: string): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || programmeZone,
    () => programmeZone,
  );
}
