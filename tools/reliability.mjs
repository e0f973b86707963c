// @ts-check
// Runs `npm run reliability [-- --only=kill,json --seed=7 --times=5 --hours=8 --minutes=20]`. Attacks the product, one
// row of the report after the other, and writes reports/reliability.md. With `--short`, as in `npm run test:all`, runs
// only measurements with a short form and writes no report. `--report=FILE` names a file for the results. See
// docs/decisions/0060.
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { prepare } from "../scripts/launcher/install.mjs";
import { root } from "../scripts/launcher/paths.mjs";
import { complain, LauncherError, say, seconds } from "../scripts/launcher/report.mjs";
import { live } from "../scripts/processes/lifecycle.mjs";
import { openTestRun } from "../scripts/testing/test-stack.mjs";
import { openBench } from "./bench/lib/open-bench.mjs";
import { writeDocument } from "./reliability/document.mjs";
import { ROWS } from "./reliability/rows.mjs";
import { runBrowser, runUnit } from "./reliability/run-tests.mjs";
import { hasTool } from "./reliability/tool.mjs";
import { judge } from "./reliability/verdict.mjs";

/** @typedef {import("./reliability/rows.mjs").Row} Row */
/** @typedef {import("./reliability/run-tests.mjs").Outcome} Outcome */
/** @typedef {import("./reliability/run-tests.mjs").Measure} Measure */
/** @typedef {import("./reliability/verdict.mjs").Verdict} Verdict */

const given = process.argv.slice(2).join(" ");
const number = (/** @type {string} */ name) =>
  Number(new RegExp(`--${name}=([\\d.]+)`).exec(given)?.[1]);
const isShort = /--short\b/.test(given);
/** @type {import("../scripts/testing/test-stack.mjs").TestRun | undefined} */
let run;

function chosenRows() {
  const only = /--only=(\S+)/.exec(given)?.[1]?.split(",");
  const unknown = only?.filter((name) => !ROWS.some((row) => row.name === name)) ?? [];
  if (unknown.length > 0) {
    throw new LauncherError(
      `There is no row "${unknown.join(", ")}": ${ROWS.map(({ name }) => name).join(", ")}.`,
    );
  }
  return ROWS.filter(
    ({ name, open, short }) => !open && (!isShort || short) && (!only || only.includes(name)),
  );
}

/** Returns the hash of the current commit. Adds a plus sign if the working tree has changes. */
function commit() {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--", ".", ":!reports/reliability.md");
  return git("rev-parse", "--short=7", "HEAD") + (changed ? "+" : "");
}

/**
 * Runs all measurements of a row in the reliability report: its unit tests, its browser tests, and its benchmark.
 *
 * @param {Row} row
 * @param {ReturnType<typeof openBench>} bench
 * @param {Measure} measure
 */
async function runRow(row, bench, measure) {
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @type {Verdict[]} */
  const verdicts = [];
  // If a tool cannot be installed, hasTool prints a warning, and the tests that need the tool are skipped.
  for (const tool of row.tools ?? []) hasTool(tool);
  if (row.tests) outcomes.push(await runUnit(row, bench.run(), await bench.postgres(), measure));
  if (row.browser) {
    outcomes.push(await runBrowser(row, bench.run(), await bench.site(), await bench.chromium()));
  }
  if (row.part) {
    const part = await import(`./reliability/parts/${row.part}.mjs`);
    verdicts.push(await part.measure(bench, measure, row));
  }
  return judge(outcomes, verdicts);
}

async function main() {
  const rows = chosenRows();
  const opened = await openTestRun();
  run = opened;
  const bench = openBench(opened);
  const measure = {
    seed: number("seed") || randomInt(1, 2 ** 31),
    times: number("times") || 1,
    hours: number("hours") || 0,
    minutes: number("minutes") || 0,
    isShort,
  };
  say(`seed ${measure.seed}, ${measure.times} times as much as npm run test:all`);
  const { isShort: _, ...numbers } = measure;
  const longer = Object.entries({ ...numbers, times: measure.times === 1 ? 0 : measure.times });
  const options = longer
    .flatMap(([name, value]) => (value ? [`--${name}=${value}`] : []))
    .join(" ");
  /** @type {Record<string, import("./reliability/document.mjs").Line>} */
  const lines = {};
  for (const row of rows) {
    const began = Date.now();
    // Read the commit before the tests run. A commit that is created during the run must not appear in the report.
    const from = commit();
    /** @type {Awaited<ReturnType<typeof runRow>>} */
    let told;
    try {
      told = await runRow(row, bench, measure);
    } catch (error) {
      complain(error);
      told = { figure: `it broke off: ${String(error).split("\n")[0]}`, passed: "**no**" };
    }
    lines[row.name] = {
      command: `\`--only=${row.name} ${options}\``,
      date: new Date().toISOString().slice(0, 10),
      commit: from,
      ...told,
      figure: `${told.figure}; ${seconds(began)} s`,
    };
    // Write the report after each row, so that an aborted run keeps its results.
    if (!isShort) writeDocument(lines);
    say(`${row.name}: ${told.passed}: ${lines[row.name]?.figure}`);
  }
  const report = /--report=(\S+)/.exec(given)?.[1];
  if (report) writeFileSync(report, JSON.stringify(lines));
  // A short run uses only installed tools. Tests that are skipped for a missing tool are listed and do not count as
  // failed.
  const isFine = (/** @type {string} */ passed) =>
    passed === "yes" || (isShort && passed === "not run");
  return Object.values(lines).every(({ passed }) => isFine(passed)) ? 0 : 1;
}

await prepare();
await live(main, async () => run?.close(), { interrupted: 130 });
