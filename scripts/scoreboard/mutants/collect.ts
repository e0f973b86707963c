/* Stands in for vitest in the tests of a mutant: it keeps what they say instead of running it, to be run again and again. */

export { expect, vi } from "vitest";

type Run = () => unknown;
declare global {
  var mutantTests: Run[];
}

const given = (row: unknown) => (Array.isArray(row) ? row : [row]);

export function test(_name: string, run: Run) {
  globalThis.mutantTests.push(run);
}
test.each = (rows: readonly unknown[]) => (_name: string, run: (...args: unknown[]) => unknown) => {
  for (const row of rows) globalThis.mutantTests.push(() => run(...given(row)));
};

export function describe(_name: string, say: Run) {
  say();
}
