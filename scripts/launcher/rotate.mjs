// @ts-check
import { copyFileSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Maximum bytes of a log file. The launcher copies a larger log to a second file and empties it. */
const LOG_MAX = 10 * 1024 * 1024;

/**
 * Rotates every log file that is too large. The writing process keeps the file open, so the file is copied and emptied,
 * never moved. On a full disk the copy fails and the old lines are lost.
 *
 * @param {string} folder
 */
export function rotateLogs(folder, max = LOG_MAX) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".log"))) {
    const log = join(folder, name);
    try {
      if (statSync(log).size <= max) continue;
      try {
        copyFileSync(log, `${log}.1`);
      } finally {
        truncateSync(log);
      }
    } catch {
      // An error while rotating logs must not stop the product.
    }
  }
}
