// @ts-check
// Measures the delay from a key press to the next frame on a processor that is four times slower: the menu, a filter of
// the evaluators' list, a field of the application, and the score form's shortcuts. Prints the 75th percentile of 30
// key presses each (Event Timing).
import { readFileSync } from "node:fs";
import pg from "pg";
import { chromium as launcher } from "playwright";
import { table } from "../../scripts/launcher/report.mjs";
import { quantile } from "./lib/measures.mjs";
import { seedEdition, seedEvaluators } from "./lib/seed-evaluations.mjs";

/** @typedef {import("playwright").Page} Page */

const PRESSES = 30;
const SLOWER = 4;
const BUDGET_MS = 100;
/** Name of the first row: a field on an empty page, with which the other rows are compared. */
const BARE = "bare field";
/** Minimum duration in ms that a browser reports for an interaction. Browsers round durations to 8 ms. */
const SHORTEST = 16;
/** Milliseconds between two key presses, as for a fast typist. */
const PAUSE = 250;
/** The year of the seeded past edition. No other edition uses this year. */
const YEAR = 1_950;

/** Collects the durations of user interactions. The function runs in the page. */
function watchPresses() {
  /** @type {Record<number, number>} */
  const presses = {};
  Object.assign(window, { presses });
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of /** @type {PerformanceEventTiming[]} */ (
      list.getEntries()
    )) {
      if (interactionId) presses[interactionId] = Math.max(presses[interactionId] ?? 0, duration);
    }
  });
  observer.observe(
    /** @type {PerformanceObserverInit} */ ({ type: "event", durationThreshold: 16 }),
  );
}

/**
 * Presses keys and returns the milliseconds from each key press to the next frame, sorted.
 *
 * @param {Page} page
 * @param {string} focused
 * @param {string[]} keys pressed in turn
 * @param {string} shows selector of an element that appears after the first key
 */
async function pressed(page, focused, keys, shows) {
  // Wait for work that starts only when the page is idle, such as the consent banner.
  await page.waitForTimeout(4_000);
  if (focused) await page.locator(focused).first().focus();
  await page.evaluate(() => {
    // @ts-expect-error: watchPresses put it there
    for (const id of Object.keys(window.presses)) delete window.presses[id];
  });
  for (let press = 0; press < PRESSES; press += 1) {
    await page.keyboard.press(keys[press % keys.length] ?? "");
    await page.waitForTimeout(PAUSE);
    if (press === 0) await page.locator(shows).first().waitFor({ timeout: 5_000 });
  }
  await page.waitForTimeout(1_000);
  /** @type {Record<number, number>} */
  // @ts-expect-error: likewise
  const told = await page.evaluate(() => window.presses);
  const short = Array(Math.max(0, PRESSES - Object.keys(told).length)).fill(SHORTEST);
  return [...short, ...Object.values(told)].sort((a, b) => a - b);
}

/**
 * Measures how fast pages react to a user in the browser, and prints the results.
 *
 * @param {import("./lib/measures.mjs").Bench} bench
 */
export async function measure({ site, chromium }) {
  const { siteUrl, env } = await site();
  /** @type {{ accounts: import("../../scripts/launcher/welcome.mjs").Account[] }} */
  const { accounts } = JSON.parse(readFileSync(env.DEMO_FILE, "utf8"));
  const applicant = accounts.find(({ has }) => has === "half_project");
  const judge = accounts.find(({ role }) => role === "evaluator");
  if (!applicant || !judge) throw new Error("the demo has no half project or no evaluator");
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  /** @type {import("./lib/seed-evaluations.mjs").Sql} */
  const sql = (text, values) => client.query(text, values);
  const jury = await seedEvaluators(sql, judge);
  const ids = jury.map(({ id }) => id);
  const { project } = await seedEdition(sql, YEAR, 100, ids);
  await client.end();
  const reader = { email: jury[0]?.email ?? "", password: judge.password };
  const list = `/dashboard/evaluation?edition=${YEAR}`;
  const sheet = `/dashboard/evaluation/${project}?edition=${YEAR}`;
  const chosen = "select[name=industry]:has(option:checked:not([value='']))";
  /** @type {[name: string, path: string, focused: string, keys: string[], shows: string, who?: { email: string, password: string }][]} */
  const places = [
    [BARE, "data:text/html,<textarea></textarea>", "textarea", [..."filo "], "textarea:focus"],
    ["menu", "/", "header button[aria-haspopup=dialog]", ["Enter", "Escape"], "dialog[open]"],
    ["filter", list, "select[name=industry]", ["ArrowDown", "ArrowUp"], chosen, reader],
    [
      "form field",
      "/dashboard/project/idea",
      "textarea",
      [..."filo "],
      "textarea:focus",
      applicant,
    ],
    ["score keys", sheet, "", [..."i8u7f6s5v9"], "[data-lit]", reader],
  ];
  const browser = await launcher.launch({
    executablePath: await chromium(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  });
  const rows = [];
  let bare = Number.NaN;
  for (const [name, path, focused, keys, shows, who] of places) {
    const context = await browser.newContext();
    const page = await context.newPage();
    if (who) {
      const headers = { Origin: siteUrl };
      const data = { email: who.email, password: who.password };
      const answer = await page.request.post(`${siteUrl}/api/session`, { data, headers });
      if (!answer.ok()) throw new Error(`${who.email} could not sign in: ${answer.status()}`);
    }
    await page.addInitScript(watchPresses);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto(path.startsWith("/") ? siteUrl + path : path, { waitUntil: "load" });
    const times = await pressed(page, focused, keys, shows);
    const p75 = quantile(times, 0.75);
    const longest = times.at(-1) ?? Number.NaN;
    const told = [quantile(times, 0.5), p75, longest].map((ms) => ms.toFixed(0));
    if (name === BARE) bare = p75;
    rows.push([
      name,
      ...told,
      `× ${(p75 / bare).toFixed(2)}`,
      p75 <= BUDGET_MS ? "" : "OVER BUDGET",
    ]);
    await context.close();
  }
  await browser.close();
  console.log(
    `Interactions at ${SLOWER}× slower, ms of ${PRESSES} presses each (budget p75 ${BUDGET_MS})`,
  );
  console.log(table([["", "p50", "p75", "longest", "p75", ""], ...rows]));
}
