import { config } from "../config";
import { perProcess } from "../per-process";

/*
 * The content's last good answers, for the lifetime of this process. When WordPress is down or slow, pages stay
 * available, even pages that were just invalidated.
 */

const kept = perProcess("last-good", () => ({
  answers: new Map<string, { answer: unknown; at: number }>(),
  downUntil: 0,
}));

/** Milliseconds without new attempts after a failure: a page with five reads waits once, not five times. */
const PAUSE = Math.min(15, config.content.revalidate) * 1000;

/** Records the outcome of a read. A success ends the pause. */
export function noteContent(worked: boolean, now = Date.now()): void {
  kept.downUntil = worked ? 0 : now + PAUSE;
}

/** Stores an answer as the last good answer of the read with this key. */
export function keepGood(key: string, answer: unknown, now = Date.now()): void {
  kept.answers.set(key, { answer, at: now });
}

/** Returns the last good answer of a read if it is no older than a cached page can be. */
export function recentGood<T>(key: string, now = Date.now()): T | undefined {
  const last = kept.answers.get(key);
  const isRecent = last && now - last.at < config.content.revalidate * 1000;
  return isRecent ? (last.answer as T) : undefined;
}

/**
 * Reads. On failure, returns the last good answer of the same read. Throws when there is no earlier answer.
 *
 * @param standIn returns a newer result of another read, if there is one
 */
export async function orLastGood<T>(
  key: string,
  read: () => Promise<T>,
  now = Date.now(),
  standIn?: () => T | undefined,
): Promise<T> {
  const last = standIn?.() ?? (kept.answers.get(key)?.answer as T | undefined);
  if (last !== undefined && now < kept.downUntil) return last;
  try {
    const answer = await read();
    keepGood(key, answer, now);
    return answer;
  } catch (error) {
    if (last === undefined) throw error;
    console.error("content: not available, the last known version is shown", error);
    return last;
  }
}
