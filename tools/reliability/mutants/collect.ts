/*
 * Replaces Vitest while the tests run against mutants. Collects the tests instead of running them, so that each test
 * can run once for each mutant.
 */

export { expect, inject, vi } from "vitest";

type Run = () => unknown;
declare global {
  /**
   * The collected functions of a test file: its tests in order, the hooks before and after each test, and the hooks
   * after all tests.
   */
  var mutantTests: { runs: Run[]; before: Run[]; after: Run[]; ends: Run[] };
}

const given = (row: unknown) => (Array.isArray(row) ? row : [row]);

/** Collects a test. Ignores Vitest's options before the function and the timeout after it. */
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
/**
 * Collects a `beforeAll` hook like a test. The hook runs before the tests, because test files call `beforeAll` before
 * the tests that need the hook.
 */
export const beforeAll = (run: Run) => globalThis.mutantTests.runs.push(run);
export const beforeEach = (run: Run) => globalThis.mutantTests.before.push(run);
export const afterEach = (run: Run) => globalThis.mutantTests.after.push(run);
export const afterAll = (run: Run) => globalThis.mutantTests.ends.push(run);
