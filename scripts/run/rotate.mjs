// @ts-check
import { copyFileSync, readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";

/** Bytes of a log, beyond which it begins anew; the former one stays beside it. */
const LOG_MAX = 10 * 1024 * 1024;

/**
 * Begins every log anew that has grown too large. Its writer keeps the file open and appends, so the file
 * is copied and emptied, never moved; a disk too full for the copy loses the former lines.
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
      // A log is no reason for the product to end.
    }
  }
}
