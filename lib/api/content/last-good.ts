import { config } from "../config";

/*
 * What the content last answered, for as long as this process lives: a WordPress that is down or slow
 * must not take a page away that was good, not even one that was just told to be made anew.
 */

type Kept = { answers: Map<string, unknown>; downUntil: number };

// On globalThis: Next bundles pages and handlers apart, in one process.
const KEPT: unique symbol = Symbol.for("slancio.last-good") as never;
const shared: { [KEPT]?: Kept } = globalThis as never;
shared[KEPT] ??= { answers: new Map(), downUntil: 0 };
const kept = shared[KEPT];

/** For how long one failure answers for the others, ms: a page of five reads waits once, not five times. */
const PAUSE = Math.min(15, config.content.revalidate) * 1000;

/** Notes how a read went; one that worked ends the pause. */
export function noteContent(worked: boolean, now = Date.now()): void {
  kept.downUntil = worked ? 0 : now + PAUSE;
}

/** Reads; where that fails, answers what the same read answered last. Throws when there is nothing of it. */
export async function orLastGood<T>(
  key: string,
  read: () => Promise<T>,
  now = Date.now(),
): Promise<T> {
  const last = kept.answers.get(key) as T | undefined;
  if (last !== undefined && now < kept.downUntil) return last;
  try {
    const answer = await read();
    kept.answers.set(key, answer);
    return answer;
  } catch (error) {
    if (last === undefined) throw error;
    console.error("content: not to be had, shown as it last was", error);
    return last;
  }
}
