// @ts-check
// Stryker, which changes one thing at a time in a copy of the sources and sees whether a test notices.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { runChild } from "../../process/processes.mjs";
import { data, logs, root } from "../../run/paths.mjs";
import { say } from "../../run/report.mjs";
import { cleanEnvironment } from "../../test/test-stack.mjs";

const VERSION = "10.1.1";
/** What it needs to run itself: the product runs on less. */
const NODE = 22;
// Below the project, so that it finds the project's vitest; not in its list of packages, which everybody installs.
const folder = join(data, "stryker");
const program = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");

/**
 * Why there is no mutation tester here; null, once it is installed. What cannot be is said, loudly.
 *
 * @returns {string | null}
 */
export function strykerMissing() {
  if (Number(process.versions.node.split(".")[0]) < NODE) {
    say(`SKIPPED: Stryker needs Node ${NODE}, and this is ${process.version}`);
    return `Stryker needs Node ${NODE}`;
  }
  if (existsSync(program)) return null;
  say(`installing Stryker ${VERSION} from npm`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const packages = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${VERSION}`);
  const options = ["--legacy-peer-deps", "--ignore-scripts", "--no-audit", "--no-fund"];
  spawnSync("npm", ["install", ...options, ...packages], { cwd: folder, stdio: "ignore" });
  if (existsSync(program)) return null;
  say("SKIPPED: Stryker is not installed, and npm cannot install it here");
  return "Stryker is not installed";
}

/**
 * What a mutant came to.
 *
 * @typedef {object} Mutant
 * @property {string} file
 * @property {string} status as Stryker calls it
 * @property {number} line
 * @property {string} from the text that was changed
 * @property {string} to
 */

/**
 * Every mutant of a group, from the last time if neither it nor its tests have changed since.
 *
 * @param {import("./groups.mjs").Group} group
 * @param {string} adminUrl of a database server for its tests
 * @param {Pick<import("../../test/test-stack.mjs").TestRun, "folder" | "runFolder">} run
 * @returns {Promise<Mutant[]>}
 */
export async function mutantsOf({ name, mutate, tests }, adminUrl, run) {
  const here = (/** @type {string} */ file) => relative(root, join(folder, file));
  const configuration = join(folder, `${name}.conf.json`);
  writeFileSync(
    configuration,
    JSON.stringify({
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      mutate,
      vitest: { configFile: "scripts/scoreboard/mutants/vitest.config.ts", related: false },
      // Its copy gets no tsconfig of its own: rewriting one asks for an interface TypeScript 7 has not.
      tsconfigFile: "no-tsconfig.json",
      ignorePatterns: [".data", ".next*", "docs", "design", "test-results"],
      concurrency: 1,
      coverageAnalysis: "perTest",
      // Long: on a busy machine a test that is merely slow would pass for one that has noticed.
      timeoutMS: 120_000,
      dryRunTimeoutMinutes: 15,
      incremental: true,
      incrementalFile: here(`${name}.incremental.json`),
      jsonReporter: { fileName: here(`${name}.json`) },
      reporters: ["json"],
      tempDirName: here("tmp"),
    }),
  );
  const log = join(logs, `scoreboard-strength-${name}.log`);
  rmSync(log, { force: true });
  const ended = await runChild(
    run.runFolder,
    "stryker",
    process.execPath,
    [program, "run", configuration],
    {
      cwd: root,
      log,
      env: {
        ...cleanEnvironment(),
        MUTANT_TESTS: tests.join(","),
        TEST_DATABASE_URL: adminUrl,
        TEST_FOLDER: run.folder,
      },
    },
  );
  if (!ended) throw new Error(`Stryker broke off on ${name}: ${log}`);
  return read(join(folder, `${name}.json`));
}

/** @param {string} report */
function read(report) {
  /** @type {{ files: Record<string, { source: string, mutants: { status: string, replacement?: string, location: { start: Place, end: Place } }[] }> }} */
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map(({ status, replacement = "", location }) => ({
      file,
      status,
      line: location.start.line,
      from: cut(source, location),
      to: replacement,
    })),
  );
}

/** @typedef {{ line: number, column: number }} Place */

/**
 * @param {string} source
 * @param {{ start: Place, end: Place }} location
 */
function cut(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? "").slice(0, end.column - 1);
  lines[0] = (lines[0] ?? "").slice(start.column - 1);
  return lines.join("\n");
}
