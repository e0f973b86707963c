// @ts-check
// Changes one detail at a time in important modules and checks whether a test detects the change. The mutation testing
// tool Stryker creates these changes, called mutants.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { data, logs, root } from "../../../scripts/launcher/paths.mjs";
import { say } from "../../../scripts/launcher/report.mjs";
import { runChild } from "../../../scripts/processes/processes.mjs";
import { cleanEnvironment } from "../../../scripts/testing/test-stack.mjs";

const VERSION = "10.1.1";
/**
 * The minimum Node version of the mutation testing tool Stryker. package.json allows older versions for the product.
 */
const NODE = 22;
// Install Stryker in a separate folder. If package.json listed Stryker, every user of the product would install it.
const folder = join(data, "stryker");
const instrumenter = join(folder, "node_modules/@stryker-mutator/instrumenter/dist/src/index.js");

/**
 * Installs Stryker's instrumenter, which creates mutants. Returns null on success, otherwise prints and returns the
 * reason of the failure.
 *
 * @returns {string | null}
 */
export function strykerMissing() {
  if (Number(process.versions.node.split(".")[0]) < NODE) {
    say(`SKIPPED: Stryker needs Node ${NODE}, and this is ${process.version}`);
    return `Stryker needs Node ${NODE}`;
  }
  if (existsSync(instrumenter)) return null;
  say(`installing Stryker's instrumenter ${VERSION} from npm`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  spawnSync("npm", ["install", ...options, `@stryker-mutator/instrumenter@${VERSION}`], {
    cwd: folder,
    stdio: "ignore",
  });
  if (existsSync(instrumenter)) return null;
  say("SKIPPED: Stryker's instrumenter is not installed, and npm cannot install it here");
  return "Stryker's instrumenter is not installed";
}

/** @typedef {{ line: number, column: number }} Place from 0 */
/** @typedef {{ id: string, fileName: string, replacement: string, location: { start: Place, end: Place } }} Mutant */

/**
 * Adds a switch for every mutant to the sources. Returns the changed sources and the mutants.
 *
 * @param {string[]} mutate
 * @returns {Promise<{ files: { name: string, content: string }[], mutants: Mutant[] }>}
 */
async function instrument(mutate) {
  const { Instrumenter } = await import(pathToFileURL(instrumenter).href);
  const files = mutate.map((file) => join(root, file));
  const log = { isDebugEnabled: () => false, debug() {}, info() {}, warn: say };
  return new Instrumenter(log).instrument(
    files.map((name) => ({ name, mutate: true, content: readFileSync(name, "utf8") })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
  );
}

/**
 * Returns the number of mutants in a group of modules, and the mutants that no test detects.
 *
 * @param {import("./groups.mjs").Group} group
 * @param {Pick<import("../../../scripts/testing/test-stack.mjs").TestRun, "folder" | "runFolder">} run
 */
export async function livingOf({ name, mutate, tests }, { folder: testFolder, runFolder }) {
  const { files, mutants } = await instrument(mutate);
  const sources = join(testFolder, `${name}.sources.json`);
  const named = join(testFolder, `${name}.mutants.json`);
  const report = join(testFolder, `${name}.noticed.json`);
  const names = Object.fromEntries(mutants.map((mutant) => [mutant.id, nameOf(mutant)]));
  writeFileSync(named, JSON.stringify(names));
  writeFileSync(
    sources,
    JSON.stringify(Object.fromEntries(files.map((file) => [file.name, file.content]))),
  );
  const log = join(logs, `scoreboard-strength-${name}.log`);
  rmSync(log, { force: true });
  const config = "tools/reliability/mutants/vitest.config.ts";
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", config];
  const ended = await runChild(runFolder, "mutants", process.execPath, args, {
    cwd: root,
    log,
    env: {
      ...cleanEnvironment(),
      MUTANT_TESTS: tests.join(","),
      MUTANT_NAMES: named,
      MUTANT_SOURCES: sources,
      MUTANT_REPORT: report,
    },
  });
  if (!ended) throw new Error(`the mutants of ${name} could not be tried: ${log}`);
  /** @type {string[]} */
  const noticed = JSON.parse(readFileSync(report, "utf8"));
  const living = mutants.filter(({ id }) => !noticed.includes(id)).map(({ id }) => names[id] ?? id);
  return { all: mutants.length, living };
}

/**
 * Returns the name of a mutant in reports/mutants.md: the file, the original code, and the changed code.
 *
 * @param {Mutant} mutant
 */
function nameOf({ fileName, replacement, location: { start, end } }) {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line, end.line + 1);
  lines[lines.length - 1] = (lines.at(-1) ?? "").slice(0, end.column);
  lines[0] = (lines[0] ?? "").slice(start.column);
  const one = (/** @type {string} */ text) => text.replaceAll(/\s+/g, " ").trim();
  return `${fileName.slice(root.length + 1)}: ${one(lines.join(" "))} → ${one(replacement)}`;
}
