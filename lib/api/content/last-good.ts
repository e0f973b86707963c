import { config } from "../../config";
import { perProcess } from "../../per-process";

/*
 * The content's last good answers, for as long as this process lives: a WordPress that is down or slow
 * must not take a good page away, not even one that was just invalidated.
 */

const kept = perProcess("last-good", () => ({
  answers: new Map<string, unknown>(),
  downUntil: 0,
}));

/** How long one failure stands for the others, ms: a page with five reads waits once, not five times. */
const PAUSE = Math.min(15, config.content.revalidate) * 1000;

/** Records how a read went; a success ends the pause. */
export function noteContent(worked: boolean, now = Date.now()): void {
  kept.downUntil = worked ? 0 : now + PAUSE;
}

/** Keeps what a read brought, as if it had been made by its name. */
export function keepGood(key: string, answer: unknown): void {
  kept.answers.set(key, answer);
}

/**
 * Reads; on failure, returns what the same read last returned. Throws when there is nothing.
 *
 * @param standIn what another read brought since, if anything
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
    console.error("content: not to be had, shown as it last was", error);
    return last;
  }
}
