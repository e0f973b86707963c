// @ts-check
import { copyFileSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Maximum bytes of a log. A larger log is emptied, and a copy of it is kept beside it. */
const LOG_MAX = 10 * 1024 * 1024;

/**
 * Rotates every log that has grown too large. The writer keeps the file open and appends to it, so the file is copied
 * and emptied, never moved. On a full disk the copy fails and the old lines are lost.
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
      // A log error must not stop the product.
    }
  }
}
