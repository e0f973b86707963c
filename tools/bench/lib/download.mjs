// @ts-check
// Downloads a whole export of the running site. Measures the memory of the site's process during the download.
import { readFileSync } from "node:fs";

/** @typedef {import("./asking.mjs").Ask} Ask */

const MEGABYTE = 1_000_000;

/**
 * Returns the resident memory of a process in bytes.
 *
 * @param {number} pid
 */
function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}

/**
 * Downloads an export completely. Returns five texts: its size, the time until the first byte, its duration, the
 * server's additional memory, and the percentage of announced bytes that arrived.
 *
 * @param {Ask} ask
 * @param {string} email
 * @param {string} path
 * @param {number} pid
 */
export async function download(ask, email, path, pid) {
  const before = memoryOf(pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 50);
  const began = performance.now();
  const answer = await ask(email, path);
  const firstByte = performance.now() - began;
  let bytes = 0;
  for await (const part of answer.body ?? []) bytes += part.length;
  clearInterval(watch);
  const expected = Number(answer.headers.get("x-export-bytes"));
  return [
    `${(bytes / MEGABYTE).toFixed(1)} MB`,
    `${(firstByte / 1000).toFixed(2)} s`,
    `${((performance.now() - began) / 1000).toFixed(1)} s`,
    `+${(Math.max(0, peak - before) / MEGABYTE).toFixed(0)} MB`,
    expected ? `${((bytes / expected) * 100).toFixed(1)} % of what was announced` : "",
  ];
}
