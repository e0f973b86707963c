// @ts-check
// Runs `npm test`, which fails for every common mistake. `npm run test:all` adds the tests in the other language, the
// tests of faults, recipes, and reliability, and accepts `-- --shard=2/4`. Both install missing packages. The last line
// shows how many tests passed and failed. See docs/decisions/0002.

import { parseArgs } from "node:util";
import { prepare } from "./launcher/install.mjs";
import { complain, LauncherError, say, seconds } from "./launcher/report.mjs";
import { live } from "./processes/lifecycle.mjs";
import { ensureChromium } from "./testing/chromium.mjs";
import { slowest } from "./testing/outcomes.mjs";
import { addCounts, check, endToEnd, shortScoreboard, unit } from "./testing/stages.mjs";
import { openTestRun, startTestPostgres } from "./testing/test-stack.mjs";

/** @typedef {import("./testing/stages.mjs").Counts} Counts */

/** @type {Required<Omit<Counts, "skipped">>} */
const total = { passed: 0, failed: 0, failures: [], unsteady: [], skips: [], times: [] };
/** The duration of each test stage, one line per stage. */
const stages = /** @type {string[]} */ ([]);
/** @type {import("./testing/test-stack.mjs").TestRun | undefined} */
let run;

/**
 * Runs a test stage and adds its counts to the total. If the stage throws, it counts as one failure, and the next
 * stages still run.
 *
 * @param {string} name
 * @param {() => Promise<Counts>} action
 */
async function stage(name, action) {
  const began = Date.now();
  console.log(`\n=== ${name}, begun ${new Date().toISOString()}`);
  /** @type {Counts} */
  let counts;
  try {
    counts = await action();
  } catch (error) {
    complain(error);
    counts = { passed: 0, failed: 1, failures: [`${name}: it broke off`] };
  }
  addCounts(total, counts);
  stages.push(`${seconds(began).padStart(6)} s  ${name}`);
  console.log(
    `=== ${name}, ended ${new Date().toISOString()} after ${seconds(began)} s: ${counts.passed} passed, ${counts.failed} failed`,
  );
}

/**
 * Prints a list of problems at the end of the log, the only part of a log that is never truncated.
 *
 * @param {string} heading
 * @param {string[]} lines
 */
function list(heading, lines) {
  if (lines.length === 0) return;
  console.log(`\n${heading}:`);
  for (const line of lines) console.log(`  ${line}`);
}

/**
 * Returns the tests that a run covers, according to the options `--all` and `--shard`.
 *
 * @returns {import("./testing/stages.mjs").Coverage}
 */
function readCoverage() {
  const options = /** @type {const} */ ({ all: { type: "boolean" }, shard: { type: "string" } });
  const { all = false, shard } = parseArgs({ options }).values;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard ?? "1/1") ?? [];
  if (!part || Number(part) < 1 || Number(part) > Number(parts))
    throw new LauncherError("--shard takes a part and the number of parts, such as --shard=2/4.");
  return { scope: all ? "all" : "commit", ...(shard ? { shard } : {}) };
}

async function main() {
  const coverage = readCoverage();
  const isFirstShard = coverage.shard?.startsWith("1/") ?? true;
  const opened = await openTestRun();
  run = opened;
  /** @type {{ postgres?: import("./testing/test-stack.mjs").TestPostgres, chromium?: string }} */
  const ready = {};
  await stage("set-up", async () => {
    ready.postgres = await startTestPostgres(opened, "slancio_e2e");
    say("PostgreSQL of the tests is up");
    ready.chromium = await ensureChromium(opened.runFolder);
    say(`the browser is ${ready.chromium}`);
    return { passed: 1, failed: 0 };
  });
  const { postgres, chromium } = ready;
  if (isFirstShard) await stage("check", () => check(opened.runFolder));
  if (postgres) await stage("unit and back-end tests", () => unit(opened, postgres, coverage));
  if (postgres && chromium) {
    await stage("built product in the browser", () =>
      endToEnd(opened, { chromium, postgres, coverage }),
    );
    if (coverage.scope === "all" && isFirstShard)
      await stage("scoreboard, its short part", () => shortScoreboard(opened));
  }
  return total.failed === 0 ? 0 : 1;
}

await prepare();
let complete = false;
await live(
  async () => {
    const code = await main();
    complete = true;
    return code;
  },
  async () => {
    await run?.close();
    if (!complete) return;
    list("Skipped (a line with SKIPPED above says what is missing)", total.skips);
    list("How long the stages took", stages);
    list("The files that took longest, each for itself", slowest(total.times));
    list("Failed", total.failures);
    list(
      "Passed at the second try only, so either the test or the product is unsteady",
      total.unsteady,
    );
    console.log(`\n${total.passed} passed, ${total.failed} failed`);
  },
  { interrupted: 130 },
);
