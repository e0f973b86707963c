// @ts-check
// The stages of `npm test`. Each returns how many tests passed and failed: { passed, failed }.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { runChild } from "../process/processes.mjs";
import { buildIfStale } from "../run/build.mjs";
import { data, logs, root } from "../run/paths.mjs";
import { complain, say, seconds } from "../run/report.mjs";
import { belowFloors } from "./floors.mjs";
import { namesOfPlaywright, namesOfVitest, timesOfPlaywright, timesOfVitest } from "./outcomes.mjs";
import {
  BUILD_FOLDER,
  cleanEnvironment,
  prepareTestSite,
  serveTestSite,
  startTestPostgres,
} from "./test-stack.mjs";

/**
 * @typedef {import("./test-stack.mjs").TestRun} TestRun
 * @typedef {import("./test-stack.mjs").TestPostgres} TestPostgres
 * @typedef {import("../scoreboard/document.mjs").Line} Line
 */

/**
 * @typedef {object} Counts how a stage went
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string[]} [failures]
 * @property {string[]} [unsteady]
 * @property {string[]} [skips]
 * @property {import("./outcomes.mjs").Time[]} [times]
 */

const binary = (/** @type {string} */ path) => join(root, "node_modules", path);
const node = process.execPath;

/** Twice what the longest of them takes: one that has not ended by then waits for something that never comes. */
const STAGE_MINUTES = 60;

// tsconfig.json leaves out what Next generates in its build folders: one of them is always stale, and
// would break the others' builds. Here the pages are checked against the types generated just before.
/** @type {[title: string, args: string[]][]} */
const CHECKS = [
  ["types of routes and messages", [binary("next/dist/bin/next"), "typegen"]],
  [
    "format, lint and layers (biome)",
    [binary("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
  ],
  ["types (tsc)", [binary("typescript/bin/tsc"), "--noEmit", "-p", "tsconfig.check.json"]],
  ["nothing unused (knip)", [binary("knip/bin/knip.js")]],
];

/**
 * `npm run check`: every step runs, whatever the ones before said.
 *
 * @param {string} runFolder
 */
export async function check(runFolder) {
  const counts = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
  // Types of routes from the tests' last build may name pages that are gone since.
  rmSync(join(root, BUILD_FOLDER, "types"), { recursive: true, force: true });
  for (const [title, args] of CHECKS) {
    const began = Date.now();
    const worked = await runChild(runFolder, "check", node, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1" },
    });
    counts[worked ? "passed" : "failed"]++;
    if (!worked) counts.failures.push(title);
    say(`${worked ? "passed" : "FAILED"}: ${title} (${seconds(began)} s)`);
  }
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const unsafe = belowFloors(lock);
  for (const sentence of unsafe) say(sentence);
  counts[unsafe.length === 0 ? "passed" : "failed"]++;
  counts.failures.push(...unsafe);
  say(`${unsafe.length === 0 ? "passed" : "FAILED"}: no package below its safe version`);
  return counts;
}

/**
 * Adds the counts of one run to those of a stage.
 *
 * @param {Counts} sum
 * @param {Counts} counts
 */
export function addCounts(sum, counts) {
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  for (const list of /** @type {const} */ (["failures", "unsteady", "skips"]))
    sum[list] = [...(sum[list] ?? []), ...(counts[list] ?? [])];
  sum.times = [...(sum.times ?? []), ...(counts.times ?? [])];
}

/**
 * Reads a reporter's JSON; a run that ended badly without a failed test, or was ended, counts as one failure.
 *
 * @param {string} file
 * @param {boolean} worked
 * @param {(json: any) => Counts} read
 */
function counted(file, worked, read) {
  /** @type {Counts} */
  let counts = { passed: 0, failed: 0 };
  if (existsSync(file)) counts = read(JSON.parse(readFileSync(file, "utf8")));
  if (!worked && counts.failed === 0) {
    counts.failed = 1;
    counts.failures = [`no test, but the run itself (see ${basename(file)})`];
  }
  if (counts.passed + counts.failed + (counts.skipped ?? 0) === 0) counts.failed = 1;
  return counts;
}

/**
 * What a run covers: `commit` leaves out what playwright.config.ts and vitest.config.ts list as not needed for every
 * commit. A shard, such as `2/4`, is a part of the test files; all shards together are the whole.
 *
 * @typedef {{ scope: "commit" | "all", shard?: string }} Coverage
 */

/**
 * Unit, component and back-end tests against the throw-away server.
 *
 * @param {TestRun} run
 * @param {TestPostgres} postgres
 * @param {Coverage} coverage
 */
export async function unit(run, postgres, { scope, shard }) {
  const report = join(run.folder, "unit.json");
  rmSync(report, { force: true });
  const worked = await runChild(
    run.runFolder,
    "unit",
    node,
    [
      binary("vitest/vitest.mjs"),
      "run",
      // As in the browser (docs/decisions/0002).
      "--retry=1",
      ...(shard ? [`--shard=${shard}`] : []),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      minutes: STAGE_MINUTES,
      env: {
        ...cleanEnvironment(),
        TEST_SCOPE: scope,
        TEST_DATABASE_URL: postgres.adminUrl,
        TEST_FOLDER: run.folder,
      },
    },
  );
  return counted(report, worked, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    ...namesOfVitest(json),
    times: timesOfVitest(json),
  }));
}

/**
 * Playwright against the site at `env.E2E_BASE_URL`; `args` choose files, projects and so on.
 *
 * @param {object} options
 * @param {string} options.runFolder
 * @param {import("../process/processes.mjs").Environment} options.env
 * @param {string[]} [options.args]
 * @param {string} options.report
 */
export async function playwright({ runFolder, env, args = [], report }) {
  rmSync(report, { force: true });
  const worked = await runChild(
    runFolder,
    "e2e",
    node,
    [binary("playwright/cli.js"), "test", ...args],
    {
      cwd: root,
      minutes: STAGE_MINUTES,
      env: { ...env, E2E_REPORT: report },
    },
  );
  return counted(report, worked, ({ stats, suites, errors = [] }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    ...namesOfPlaywright(suites),
    times: timesOfPlaywright(suites),
  }));
}

/**
 * The built product in a real browser, with its own database, mailbox and files. A build or a start
 * that fails is a failed test, and the browser then has nothing to look at.
 *
 * @param {TestRun} run
 * @param {object} options
 * @param {string} options.chromium
 * @param {TestPostgres} [options.postgres]
 * @param {"always" | "stale" | "never"} [options.build]
 * @param {string[]} [options.args]
 * @param {Coverage} [options.coverage]
 * @returns {Promise<Counts>}
 */
export async function endToEnd(
  run,
  { chromium, postgres: given, build = "always", args = [], coverage = { scope: "all" } },
) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0 };
  let site;
  try {
    const postgres = given ?? (await startTestPostgres(run, "slancio_e2e"));
    site = await prepareTestSite(run, postgres);
    say("database, mailbox and demo of the browser tests are up");
    if (build !== "never") {
      const log = join(logs, "test-build.log");
      await buildIfStale({
        runFolder: run.runFolder,
        folder: BUILD_FOLDER,
        env: site.env,
        log,
        always: build === "always",
      });
    }
    counts.passed++;
    await serveTestSite(run, site);
    say(`the built site answers at ${site.siteUrl}`);
  } catch (error) {
    complain(error);
    counts.failed++;
    counts.failures = ["the built site of the browser tests"];
    return counts;
  }
  for (const selected of playwrightRuns(args, coverage.shard)) {
    const result = await playwright({
      runFolder: run.runFolder,
      env: {
        ...site.env,
        TEST_SCOPE: coverage.scope,
        CONTENT_DIR: site.content,
        E2E_BASE_URL: site.siteUrl,
        CHROMIUM_PATH: chromium,
      },
      report: join(run.folder, "e2e.json"),
      args: selected,
    });
    addCounts(counts, result);
  }
  return counts;
}

/**
 * Arguments of the runs that cover a shard. The specs that change the edition depend on all others, and Playwright
 * would repeat those in each shard: the last shard runs the edition's specs afterwards, without dependencies.
 *
 * @param {string[]} args
 * @param {string} [shard]
 */
function playwrightRuns(args, shard) {
  if (!shard) return [args];
  const [part, parts] = shard.split("/");
  const runs = [[...args, "--project=it", "--project=en", `--shard=${shard}`]];
  if (part === parts)
    for (const project of ["edition", "decision"])
      runs.push([...args, `--project=${project}`, "--no-deps"]);
  return runs;
}

/**
 * The scoreboard's parts in their short form, each a test, on the build that the browser tests looked at. What a tool is
 * missing for is skipped, and named in the output.
 *
 * @param {TestRun} run
 * @returns {Promise<Counts>}
 */
export async function shortScoreboard({ folder, runFolder }) {
  const report = join(folder, "scoreboard.json");
  const script = join(root, "scripts/scoreboard.mjs");
  // The browser tests' site still has the port that may be configured.
  const env = { ...process.env, TEST_PORT: "" };
  const args = [script, "--short", `--report=${report}`];
  const options = { cwd: root, env, minutes: STAGE_MINUTES };
  const worked = await runChild(runFolder, "scoreboard", node, args, options);
  return counted(report, worked, (/** @type {Record<string, Line>} */ lines) => {
    const that = (/** @type {string} */ verdict) =>
      Object.entries(lines).filter(([, { passed }]) => passed === verdict);
    const failures = that("**no**").map(([name, { figure }]) => `scoreboard, ${name}: ${figure}`);
    return {
      passed: that("yes").length,
      failed: failures.length,
      skipped: that("not run").length,
      failures,
    };
  });
}

/** Where a run that is not a whole `npm test` keeps its report. */
export const looseReport = join(data, "e2e.json");
