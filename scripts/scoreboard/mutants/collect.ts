/*
 * Stands in for vitest in the tests of a mutant, and in what they stand on: it keeps what they say instead of running
 * it, to be run again and again.
 */

export { expect, inject, vi } from "vitest";

type Run = () => unknown;
declare global {
  /** What a file's tests do, in order; what stands before each of them; and what closes what the file opened. */
  var mutantTests: { runs: Run[]; before: Run[]; ends: Run[] };
}

const given = (row: unknown) => (Array.isArray(row) ? row : [row]);

export function test(_name: string, run: Run) {
  const { runs, before } = globalThis.mutantTests;
  runs.push(async () => {
    for (const one of before) await one();
    await run();
  });
}
test.each = (rows: readonly unknown[]) => (_name: string, run: (...args: unknown[]) => unknown) => {
  for (const row of rows) test(_name, () => run(...given(row)));
};

export function describe(_name: string, say: Run) {
  say();
}
/** Said before the tests that need it, in the files that are here. */
export const beforeAll = (run: Run) => globalThis.mutantTests.runs.push(run);
export const beforeEach = (run: Run) => globalThis.mutantTests.before.push(run);
export const afterAll = (run: Run) => globalThis.mutantTests.ends.push(run);
