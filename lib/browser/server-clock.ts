import { useSyncExternalStore } from "react";

/*
 * The programme's time is the server's: its Date header says how wrong this computer's clock is. It
 * only moves what is shown; what is accepted is decided by the server alone.
 */

/** How far the server is ahead of this computer, ms; null until it has answered, or could not. */
let ahead: number | null = null;
let asked = false;
/** Milliseconds between two tries at most. */
const LONGEST_WAIT = 300_000;
const listeners = new Set<() => void>();

/** Notes what the Date header of an answer says; it counts whole seconds. */
function noteServerDate(header: string | null, receivedAt: number): void {
  const date = Date.parse(header ?? "");
  if (Number.isNaN(date)) return;
  // Within its own precision the two clocks agree: then nothing moves.
  const difference = date + 500 - receivedAt;
  moveBy(Math.abs(difference) < 2000 ? 0 : difference);
}

function moveBy(difference: number) {
  ahead = difference;
  for (const listener of listeners) listener();
}

/** Asks for the server's time until it is told; `wait` before the second try, ms, doubled each time. */
async function ask(wait = 4_000) {
  asked = true;
  const response = await fetch("/api/time", { method: "HEAD", cache: "no-store" }).catch(
    () => null,
  );
  noteServerDate(response?.headers.get("Date") ?? null, Date.now());
  // Without an answer this computer's clock is all there is, until there is one.
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
 * The server's time, renewed every half minute (or every second); null until the server has said it:
 * a count by a wrong clock would be wrong. Rounded down to the tick.
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
 * The time now, ms since the epoch, by half minutes: by this computer's clock at once, by the server's
 * as soon as it has said how wrong that is. For pages that are finished before they are asked for and
 * whose figures may not wait. Null on the server and without script.
 */
export function useLikelyNow(): number | null {
  const tick = 30_000;
  return useSyncExternalStore<number | null>(
    subscribeHalfMinutes,
    () => Math.floor((serverNow() ?? Date.now()) / tick) * tick,
    () => null,
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
