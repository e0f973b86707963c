// @ts-check
import { pause } from "./processes.mjs";

/** @typedef {{ exited: Promise<number | string | null> }} Part */

/**
 * Milliseconds before each restart of a crashed process. A process that crashes after the last restart stays stopped.
 */
const PAUSES = [1_000, 2_000, 5_000, 15_000, 30_000];
/** Milliseconds that a restarted process must run before its earlier crashes no longer count. */
const CALM = 10 * 60_000;

/**
 * Restarts a process each time it ends unexpectedly, with growing delays. Resolves with the exit code or signal after
 * the last attempt. Never resolves during an intended stop.
 *
 * @param {Part} first
 * @param {object} options
 * @param {() => Promise<Part>} options.again
 * @param {() => boolean} options.stopping
 * @param {(text: string) => void} options.tell
 * @param {(error: unknown) => void} options.complain
 * @param {number[]} [options.pauses]
 * @param {number} [options.calm]
 */
export async function keepUp(
  first,
  { again, stopping, tell, complain, pauses = PAUSES, calm = CALM },
) {
  let part = first;
  let crashes = 0;
  for (;;) {
    const since = Date.now();
    const ended = await part.exited;
    if (stopping()) return new Promise(() => {});
    if (Date.now() - since > calm) crashes = 0;
    const wait = pauses[crashes];
    if (wait === undefined) return ended;
    crashes += 1;
    tell(
      `stopped unexpectedly (${ended}): restarting it in ${wait / 1000} s (${crashes} of ${pauses.length})`,
    );
    await pause(wait);
    if (stopping()) return new Promise(() => {});
    part = await again().catch((error) => {
      if (!stopping()) complain(error);
      return { exited: Promise.resolve("it did not start") };
    });
  }
}
