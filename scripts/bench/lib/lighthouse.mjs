// @ts-check
// Lighthouse of one page on a phone, in a process of its own: npx brings it, it is no dependency.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "../../process/processes.mjs";
import { logs } from "../../run/paths.mjs";
import { Trouble, tail } from "../../run/report.mjs";

const SCORES = ["performance", "accessibility", "best-practices", "seo"];
const NUMBERS = ["largest-contentful-paint", "cumulative-layout-shift", "total-blocking-time"];
const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run";
const MINUTES = 4;
/** On a busy machine Chromium's trace now and then misses the load's beginning, and Lighthouse asks to be run again. */
const TRIES = 3;

/**
 * A report's figures: the four scores (0–100), largest contentful paint (ms), cumulative layout shift, total blocking
 * time (ms). A figure it could not take, as on a page that painted nothing, is a Trouble with Lighthouse's own words.
 *
 * @param {{
 *   runtimeError?: { message: string },
 *   categories: Record<string, { score: number | null } | undefined>,
 *   audits: Record<string, { numericValue?: number, errorMessage?: string } | undefined>,
 * }} report
 */
export function figuresOf({ runtimeError, categories, audits }) {
  if (runtimeError) throw new Trouble(runtimeError.message);
  const wrong = Object.values(audits).find((audit) => audit?.errorMessage)?.errorMessage;
  /** @type {(name: string, value: number | null | undefined) => number} */
  const given = (name, value) => {
    if (typeof value === "number") return value;
    throw new Trouble(`no ${name}${wrong ? `: ${wrong}` : ""}`);
  };
  return [
    ...SCORES.map((name) => Math.round(given(name, categories[name]?.score) * 100)),
    ...NUMBERS.map((name) => given(name, audits[name]?.numericValue)),
  ];
}

/**
 * What `once` resolves to at the first try that works; what the last try threw when none did.
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
 * Measures a page once: `figuresOf`. A Trouble says why it could not.
 *
 * @param {import("../../test/test-stack.mjs").TestRun} run
 * @param {string} url
 * @param {string} chromium
 */
export async function lighthouse({ folder, runFolder }, url, chromium) {
  const report = join(folder, "lighthouse.json");
  const log = join(logs, "bench-lighthouse.log");
  for (const file of [report, log]) rmSync(file, { force: true });
  // Into a file: what a pipe holds when Lighthouse ends is lost.
  const output = ["--quiet", "--output=json", `--output-path=${report}`];
  const args = ["--yes", "lighthouse", url, ...output, `--chrome-flags=${FLAGS}`];
  const env = { ...process.env, CHROME_PATH: chromium };
  const worked = await runChild(runFolder, "lighthouse", "npx", args, {
    env,
    log,
    minutes: MINUTES,
  });
  if (!worked) throw new Trouble(tail(log, 12));
  return figuresOf(JSON.parse(readFileSync(report, "utf8")));
}
