// @ts-check
// The stages of `npm test`. Each stage returns the number of passed and failed tests: { passed, failed }.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { buildIfStale } from "../launcher/build.mjs";
import { data, logs, root } from "../launcher/paths.mjs";
import { complain, say, seconds } from "../launcher/report.mjs";
import { runChild } from "../processes/processes.mjs";
import { namesOfPlaywright, namesOfVitest, timesOfPlaywright, timesOfVitest } from "./outcomes.mjs";
import { belowFloors } from "./safe-versions.mjs";
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
 * @typedef {import("../../tools/reliability/document.mjs").Line} Line
 */

/**
 * @typedef {object} Counts the result of a stage
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

/**
 * Maximum minutes of a test stage: twice the duration of the longest stage. A stage that takes longer probably waits
 * for an event that never happens.
 */
const STAGE_MINUTES = 60;

// tsconfig.json excludes the types that Next generates in its build folders, because outdated types of one build would
// break other builds. The type check uses the types that the first step below (`next typegen`) generates.
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
 * Runs `npm run check`. Every step runs, even after a failed step.
 *
 * @param {string} runFolder
 */
export async function check(runFolder) {
  const counts = { passed: 0, failed: 0, failures: /** @type {string[]} */ ([]) };
  // Delete the types of the last test build, because they can name deleted pages.
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
 * Adds the counts of one test run to the counts of a stage.
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
 * Reads a test reporter's JSON file. If the test run was stopped, or failed although no test failed, counts one
 * failure.
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
 * The tests that a run covers. `commit` omits the tests that playwright.config.ts and vitest.config.ts exclude from
 * every commit. A shard, such as `2/4`, covers a part of the test files; all shards together cover all files.
 *
 * @typedef {{ scope: "commit" | "all", shard?: string }} Coverage
 */

/**
 * Runs the unit, component, and back-end tests on a temporary database server.
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
      // Retry a failed test once, as the browser tests do (docs/decisions/0002).
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
 * Runs Playwright on the site at `env.E2E_BASE_URL`. `args` select test files, projects, and other options.
 *
 * @param {object} options
 * @param {string} options.runFolder
 * @param {import("../processes/processes.mjs").Environment} options.env
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
 * Tests the built product in a real browser, with a separate database, mailbox, and file folder. If the build or start
 * fails, counts one failed test and skips the browser tests.
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
 * Returns the arguments of each Playwright run in a shard. The specs that change the edition depend on all other specs.
 * With these dependencies, Playwright would repeat all other specs in each shard. Therefore only the last shard runs
 * the specs that change the edition, in further runs without dependencies.
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
 * Runs the short form of `npm run reliability` on the build of the browser tests. Each measurement counts as a test. A
 * measurement whose tool is missing is skipped and named in the output.
 *
 * @param {TestRun} run
 * @returns {Promise<Counts>}
 */
export async function shortScoreboard({ folder, runFolder }) {
  const report = join(folder, "scoreboard.json");
  const script = join(root, "tools/reliability.mjs");
  // Clear TEST_PORT, because the site of the browser tests still uses its port.
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

/** The report file for browser tests that run outside `npm test`. */
export const looseReport = join(data, "e2e.json");
