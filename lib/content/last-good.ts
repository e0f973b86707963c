import { config } from "../config";
import { perProcess } from "../per-process";

/*
 * The content's last good answers, for the lifetime of this process. When WordPress is down or slow, pages stay
 * available, even pages that were just invalidated.
 */

const kept = perProcess("last-good", () => ({
  answers: new Map<string, unknown>(),
  downUntil: 0,
}));

/** Milliseconds without new attempts after a failure: a page with five reads waits once, not five times. */
const PAUSE = Math.min(15, config.content.revalidate) * 1000;

/** Records the outcome of a read. A success ends the pause. */
export function noteContent(worked: boolean, now = Date.now()): void {
  kept.downUntil = worked ? 0 : now + PAUSE;
}

/** Stores an answer as the last good answer of the read with this key. */
export function keepGood(key: string, answer: unknown): void {
  kept.answers.set(key, answer);
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
  const last = standIn?.() ?? (kept.answers.get(key) as T | undefined);
  if (last !== undefined && now < kept.downUntil) return last;
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
