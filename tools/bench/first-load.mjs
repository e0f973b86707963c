// @ts-check
// Measures the main thread's work when a phone loads a page, compared with an empty page of the same Next version.
// Measures processor time, because other programs do not affect it. `--first-load-runs=5` gives a more stable median.

import { chromium as launcher } from "playwright";
import { table } from "../../scripts/launcher/report.mjs";
import { median } from "./lib/measures.mjs";

const PATHS = ["/", "/en", "/call-for-ideas", "/magazine/1"];
const RUNS = Number(/--first-load-runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 3);
/**
 * The factor by which a phone is slower than this machine. On a phone, a task of more than 50 ms delays touch input.
 */
const SLOWER = 4;
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
/**
 * The columns of the benchmark's table, with the names of Chromium's trace events. Values are milliseconds on this
 * machine.
 */
const WORK = {
  script: ["EvaluateScript", "FunctionCall"],
  style: ["UpdateLayoutTree"],
  layout: ["Layout"],
  HTML: ["ParseHTML"],
};

/** @typedef {{ name: string, pid: number, tid: number, tdur?: number, args?: { beginData?: { url?: string } } }} Traced */

/**
 * Returns times of the main thread in ms: the sum of all tasks, and the time for each kind of work. Also returns the
 * sum of each task's time above 50 ms on a phone, which is SLOWER times slower than this machine.
 *
 * @param {Traced[]} events
 * @param {string} url
 */
function figuresOf(events, url) {
  const parser = events.find((event) => event.args?.beginData?.url === url);
  const mine = events.filter(({ pid, tid }) => pid === parser?.pid && tid === parser?.tid);
  /**
   * Returns the processor time in ms of each trace event with one of these names.
   *
   * @param {string[]} names
   */
  const times = (names) =>
    mine.filter(({ name }) => names.includes(name)).map(({ tdur = 0 }) => tdur / 1000);
  /** @param {number[]} numbers */
  const sum = (numbers) => numbers.reduce((all, each) => all + each, 0);
  const tasks = times(["ThreadControllerImpl::RunTask"]);
  const blocked = tasks.map((task) => Math.max(0, task * SLOWER - 50));
  return [sum(tasks), sum(blocked), ...Object.values(WORK).map((names) => sum(times(names)))];
}

/**
 * Measures the main thread's work while pages load for the first time, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, bare, chromium }) {
  const { siteUrl } = await site();
  const urls = [await bare(), ...PATHS.map((path) => siteUrl + path)];
  const browser = await launcher.launch({
    executablePath: await chromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  /** @type {Map<string, number[][]>} */
  const told = new Map(urls.map((url) => [url, []]));
  for (let run = 0; run < RUNS; run++) {
    for (const url of urls) {
      const context = await browser.newContext(PHONE);
      const page = await context.newPage();
      await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
      await page.goto(url, { waitUntil: "load" });
      // Wait for work that starts only when the page is idle, such as the consent banner. This work starts within two
      // seconds.
      await page.waitForTimeout(3_000);
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
      told.get(url)?.push(figuresOf(traceEvents, url));
      await context.close();
    }
  }
  await browser.close();
  console.log(`First load, main thread, ms of processor, median of ${RUNS}`);
  const rows = urls.map((url, index) => {
    const all = told.get(url) ?? [];
    const middle = [0, 1, ...Object.keys(WORK).map((_, at) => at + 2)].map((at) =>
      median(all.map((each) => each[at] ?? Number.NaN)).toFixed(0),
    );
    return [index === 0 ? "an empty page" : (PATHS[index - 1] ?? ""), ...middle];
  });
  console.log(table([["", "all", `blocked at ${SLOWER}×`, ...Object.keys(WORK)], ...rows]));
}
