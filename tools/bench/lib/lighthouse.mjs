// @ts-check
// Runs Lighthouse for one page on a phone, in a separate process. npx fetches Lighthouse, so it is not a dependency.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { logs } from "../../../scripts/launcher/paths.mjs";
import { LauncherError, tail } from "../../../scripts/launcher/report.mjs";
import { runChild } from "../../../scripts/processes/processes.mjs";

const SCORES = ["performance", "accessibility", "best-practices", "seo"];
const NUMBERS = ["largest-contentful-paint", "cumulative-layout-shift", "total-blocking-time"];
const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run";
const MINUTES = 4;
/**
 * Maximum attempts to measure a page. On a slow machine, Chromium's trace can miss the start of the load, so Lighthouse
 * must run again.
 */
const TRIES = 3;

/**
 * Returns the numbers of a Lighthouse report: the four scores (0–100), largest contentful paint (ms), cumulative layout
 * shift, and total blocking time (ms). Throws a LauncherError with Lighthouse's message if a number is missing, for
 * example if nothing was painted.
 *
 * @param {{
 *   runtimeError?: { message: string },
 *   categories: Record<string, { score: number | null } | undefined>,
 *   audits: Record<string, { numericValue?: number, errorMessage?: string } | undefined>,
 * }} report
 */
export function figuresOf({ runtimeError, categories, audits }) {
  if (runtimeError) throw new LauncherError(runtimeError.message);
  const wrong = Object.values(audits).find((audit) => audit?.errorMessage)?.errorMessage;
  /** @type {(name: string, value: number | null | undefined) => number} */
  const given = (name, value) => {
    if (typeof value === "number") return value;
    throw new LauncherError(`no ${name}${wrong ? `: ${wrong}` : ""}`);
  };
  return [
    ...SCORES.map((name) => Math.round(given(name, categories[name]?.score) * 100)),
    ...NUMBERS.map((name) => given(name, audits[name]?.numericValue)),
  ];
}

/**
 * Calls `once` until it succeeds, at most `tries` times. If every attempt fails, throws the error of the last attempt.
 *
 * @template Result
 * @param {() => Promise<Result>} once
 * @returns {Promise<Result>}
 */
export async function again(once, tries = TRIES) {
  try {
    return await once();
  } catch (error) {
    if (tries <= 1) throw error;
    return again(once, tries - 1);
  }
}

/**
 * Measures a page once with Lighthouse and returns the numbers. Throws a LauncherError with the reason if Lighthouse
 * fails.
 *
 * @param {import("../../../scripts/testing/test-stack.mjs").TestRun} run
 * @param {string} url
 * @param {string} chromium
 * @param {string} slowdown the factor by which the simulated phone is slower than this machine
 */
export async function lighthouse({ folder, runFolder }, url, chromium, slowdown) {
  const report = join(folder, "lighthouse.json");
  const log = join(logs, "bench-lighthouse.log");
  for (const file of [report, log]) rmSync(file, { force: true });
  // Write the Lighthouse report to a file. Through a pipe, the end of the report would be lost when Lighthouse exits.
  const output = ["--quiet", "--output=json", `--output-path=${report}`];
  const slower = `--throttling.cpuSlowdownMultiplier=${slowdown}`;
  const args = ["--yes", "lighthouse", url, ...output, slower, `--chrome-flags=${FLAGS}`];
  const env = { ...process.env, CHROME_PATH: chromium };
  const worked = await runChild(runFolder, "lighthouse", "npx", args, {
    env,
    log,
    minutes: MINUTES,
  });
  if (!worked) throw new LauncherError(tail(log, 12));
  return figuresOf(JSON.parse(readFileSync(report, "utf8")));
}
