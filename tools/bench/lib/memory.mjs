// @ts-check
// Measures the memory of a process while it does some work.
import { readFileSync } from "node:fs";

/**
 * Returns the resident memory of a process in megabytes.
 *
 * @param {number} pid
 */
function resident(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/**
 * Runs some work and measures the memory of a process. Returns the megabytes before the work and at the peak.
 *
 * @param {number} pid
 * @param {() => Promise<unknown>} work
 */
export async function measureMemory(pid, work) {
  const before = resident(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, resident(pid));
  }, 50);
  await work().finally(() => clearInterval(timer));
  return { before, peak };
}
