/*
 * Stands in for vitest in the tests of a mutant, and in what they stand on: it keeps what they say instead of running
 * it, to be run again and again.
 */

export { expect, inject, vi } from "vitest";

type Run = () => unknown;
declare global {
  /** What a file's tests do, in order; what stands before and after each; what closes what the file opened. */
  var mutantTests: { runs: Run[]; before: Run[]; after: Run[]; ends: Run[] };
}

const given = (row: unknown) => (Array.isArray(row) ? row : [row]);

/** With the options of vitest before what it does, or with a time after it: neither counts here. */
export function test(_name: string, ...said: unknown[]) {
  const run = said.find((one) => typeof one === "function") as Run;
  const { runs, before, after } = globalThis.mutantTests;
  runs.push(async () => {
    for (const one of before) await one();
    await run();
    for (const one of after) await one();
  });
}
test.each = (rows: readonly unknown[]) => (_name: string, run: (...args: unknown[]) => unknown) => {
  for (const row of rows) test(_name, () => run(...given(row)));
};

export function describe(_name: string, say: Run) {
  say();
}
describe.each =
  (rows: readonly unknown[]) => (_name: string, say: (...args: unknown[]) => unknown) => {
    for (const row of rows) say(...given(row));
  };
/** Said before the tests that need it, in the files that are here. */
export const beforeAll = (run: Run) => globalThis.mutantTests.runs.push(run);
export const beforeEach = (run: Run) => globalThis.mutantTests.before.push(run);
export const afterEach = (run: Run) => globalThis.mutantTests.after.push(run);
export const afterAll = (run: Run) => globalThis.mutantTests.ends.push(run);
