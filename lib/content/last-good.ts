import { config } from "../config";
import { perProcess } from "../per-process";

/*
 * The last good results of reading content, for the lifetime of this process. With them, pages stay available while
 * WordPress is down or slow, even pages that were just invalidated.
 */

const kept = perProcess("last-good", () => ({
  answers: new Map<string, unknown>(),
  downUntil: 0,
}));

/** Milliseconds without new attempts after a failed read. A page with five reads then waits once, not five times. */
const PAUSE = Math.min(15, config.content.revalidate) * 1000;

/**
 * Records whether a read of content succeeded. After a failure, reads pause for some time. A success ends the
 * pause.
 */
export function noteContent(worked: boolean, now = Date.now()): void {
  kept.downUntil = worked ? 0 : now + PAUSE;
}

/** Returns the end of the pause after the last failed read, in ms since the epoch, or 0 after a successful read. */
export function pauseEnd(): number {
  return kept.downUntil;
}

/** Reports whether reads of content pause after a failed read. */
export function isPaused(now = Date.now()): boolean {
  return now < kept.downUntil;
}

/** Stores the result of a read of content as the last good result for this key. */
export function keepGood(key: string, answer: unknown): void {
  kept.answers.set(key, answer);
}

/** Returns the last good result of a read, or undefined if there is none. */
export function lastGood<T>(key: string): T | undefined {
  return kept.answers.get(key) as T | undefined;
}

/**
 * Reads content. If the read fails, returns the last good result for this key. Throws if there is no earlier result.
 *
 * @param standIn returns the same data from a newer read, such as the item in the latest list; it takes precedence over
 * the last good result
 */
export async function orLastGood<T>(
  key: string,
  read: () => Promise<T>,
  now = Date.now(),
  standIn?: () => T | undefined,
): Promise<T> {
  const last = standIn?.() ?? lastGood<T>(key);
  if (last !== undefined && isPaused(now)) return last;
  try {
    const answer = await read();
    keepGood(key, answer);
    return answer;
  } catch (error) {
    if (last === undefined) throw error;
    console.error("content: not available, the last known version is shown", error);
    return last;
  }
}
