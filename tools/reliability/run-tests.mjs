// @ts-check
// Runs a report row's tests with the test runners of `npm test`. Returns the number for the report.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { logs, root } from "../../scripts/launcher/paths.mjs";
import { runChild } from "../../scripts/processes/processes.mjs";
import { namesOfVitest } from "../../scripts/testing/outcomes.mjs";
import { playwright } from "../../scripts/testing/stages.mjs";
import { cleanEnvironment } from "../../scripts/testing/test-stack.mjs";

/** @typedef {import("./rows.mjs").Row} Row */
/** @typedef {{ passed: number, failed: number, skipped: number, figure: string }} Outcome */
/**
 * The options of a reliability run. `times` multiplies the number of attempts; `hours` sets the duration of the row
 * `soak`, and `minutes` that of the row `last-hour`. Without these options, `hours` and `minutes` are 0.
 *
 * @typedef {{ seed: number, times: number, hours: number, minutes: number, isShort: boolean }} Measure
 */

/**
 * Runs the Vitest tests of a report row, with the seed and size of the reliability run.
 *
 * @param {Row} row
 * @param {import("../../scripts/testing/test-stack.mjs").TestRun} run
 * @param {{ adminUrl: string }} postgres
 * @param {Measure} measure
 * @returns {Promise<Outcome>}
 */
export async function runUnit({ name, tests = [], says }, run, postgres, { seed, times }) {
  const report = join(run.folder, `scoreboard-${name}.json`);
  const log = join(logs, `scoreboard-${name}.log`);
  rmSync(log, { force: true });
  await runChild(
    run.runFolder,
    "unit",
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...tests,
    ],
    {
      cwd: root,
      log,
      env: {
        ...cleanEnvironment(),
        NO_COLOR: "1",
        TEST_DATABASE_URL: postgres.adminUrl,
        TEST_FOLDER: run.folder,
        TEST_SEED: String(seed),
        TEST_TIMES: String(times),
      },
    },
  );
  const json = JSON.parse(readFileSync(report, "utf8"));
  const failures = namesOfVitest(json).failures;
  const said = says ? (readFileSync(log, "utf8").match(new RegExp(says, "g")) ?? []) : [];
  return {
    passed: json.numPassedTests,
    failed: Math.max(json.numFailedTests, failures.length),
    skipped: json.numPendingTests,
    figure: [...said, ...failures.slice(0, 3)].join("; "),
  };
}

/**
 * Runs the Playwright specs of a report row on the built product.
 *
 * @param {Row} row
 * @param {import("../../scripts/testing/test-stack.mjs").TestRun} run
 * @param {{ env: Record<string, string | undefined>, content: string, siteUrl: string }} site
 * @param {string} chromium
 * @returns {Promise<Outcome>}
 */
export async function runBrowser({ name, browser = [] }, run, site, chromium) {
  const {
    passed,
    failed,
    skipped = 0,
    failures = [],
  } = await playwright({
    runFolder: run.runFolder,
    env: {
      ...site.env,
      CONTENT_DIR: site.content,
      E2E_BASE_URL: site.siteUrl,
      CHROMIUM_PATH: chromium,
    },
    report: join(run.folder, `scoreboard-${name}-e2e.json`),
    args: browser,
  });
  // Report skipped tests only when no test ran, because some tests run in one language only.
  return {
    passed,
    failed,
    skipped: passed > 0 ? 0 : skipped,
    figure: failures.slice(0, 3).join("; "),
  };
}
