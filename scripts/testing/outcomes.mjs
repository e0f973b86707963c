// @ts-check
// Reads the results of single tests from the test runners' reports. Each result is one line.
import { relative } from "node:path";
import { root } from "../launcher/paths.mjs";

/** Returns the first line of a test failure's message, without terminal colors. */
function firstLine(message = "") {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
  const [line = ""] = message.replaceAll(/\u001b\[[0-9;]*m/g, "").split("\n");
  return line.slice(0, 200);
}

/**
 * The parts of Vitest's report that this file reads.
 *
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {string} [message]
 * @property {number} [startTime] ms
 * @property {number} [endTime] ms
 * @property {{ status: string, fullName: string, failureMessages: string[] }[]} assertionResults
 */

/**
 * The parts of Playwright's report that this file reads.
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} file
 * @property {{ title: string, tests: PlaywrightTest[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightTest
 * @property {string} projectName
 * @property {string} status
 * @property {{ error?: { message?: string }, duration?: number }[]} results duration in ms
 */

/**
 * @typedef {object} Names of tests, a line each
 * @property {string[]} failures
 * @property {string[]} unsteady
 */

/**
 * Reads Vitest's JSON report. Returns the failed tests (including files that could not run), and the number of skipped
 * tests in each file. Also returns the tests that passed only on a retry, with the error of their first attempt.
 *
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Names & { skips: string[] }}
 */
export function namesOfVitest({ testResults }) {
  /** @type {Names & { skips: string[] }} */
  const names = { failures: [], unsteady: [], skips: [] };
  for (const { name, status, message, assertionResults } of testResults) {
    const file = relative(root, name);
    let isNamed = false;
    for (const { fullName, status: outcome, failureMessages } of assertionResults) {
      const line = `${file}: ${fullName}: ${firstLine(failureMessages[0])}`;
      if (outcome === "failed") names.failures.push(line);
      if (outcome === "passed" && failureMessages.length > 0) names.unsteady.push(line);
      isNamed ||= outcome === "failed";
    }
    if (status === "failed" && !isNamed) names.failures.push(`${file}: ${firstLine(message)}`);
    const skipped = assertionResults.filter(({ status }) => status === "skipped").length;
    if (skipped > 0) names.skips.push(`${file}: ${skipped}`);
  }
  return names;
}

/**
 * Returns the failed tests in Playwright's JSON report, and the tests that passed only on a retry.
 *
 * @param {PlaywrightSuite[]} suites
 * @returns {Names}
 */
export function namesOfPlaywright(suites) {
  /** @type {Names} */
  const names = { failures: [], unsteady: [] };
  /**
   * Collects the failed and unstable tests of a suite and of its inner suites.
   *
   * @param {PlaywrightSuite} suite
   */
  const read = ({ file, specs = [], suites: inner = [] }) => {
    for (const { title, tests } of specs) {
      for (const { projectName, status, results } of tests) {
        const bad = results.find(({ error }) => error);
        const line = `${file} [${projectName}] ${title}: ${firstLine(bad?.error?.message)}`;
        if (status === "unexpected") names.failures.push(line);
        if (status === "flaky") names.unsteady.push(line);
      }
    }
    inner.forEach(read);
  };
  suites.forEach(read);
  return names;
}

/** @typedef {{ file: string, ms: number }} Time the duration of a test file */

/**
 * Returns the duration of each test file from Vitest's JSON report.
 *
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Time[]}
 */
export function timesOfVitest({ testResults }) {
  return testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    file: relative(root, name),
    ms: endTime - startTime,
  }));
}

/**
 * Returns the total duration of the tests in each file from Playwright's JSON report. Includes retries.
 *
 * @param {PlaywrightSuite[]} suites
 * @returns {Time[]}
 */
export function timesOfPlaywright(suites) {
  return suites.map(({ file, specs = [], suites: inner = [] }) => {
    const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results));
    const all = [
      ...own.map(({ duration = 0 }) => duration),
      ...timesOfPlaywright(inner).map(({ ms }) => ms),
    ];
    return { file, ms: all.reduce((sum, each) => sum + each, 0) };
  });
}

/**
 * Returns the slowest test files, one line per file, slowest first.
 *
 * @param {readonly Time[]} times
 */
export function slowest(times, count = 10) {
  return [...times]
    .sort((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`);
}
