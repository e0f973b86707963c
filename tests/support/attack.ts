/**
 * Returns seeds and repetitions for random tests. `npm run reliability` uses other seeds and more repetitions than a
 * normal test run.
 */
const { TEST_SCOPE, TEST_SEED, TEST_TIMES } = process.env;

/** Returns the seed of a random test: TEST_SEED, or the test's own seed. A failing test prints its seed. */
export const seedOr = (own: number) => Number(TEST_SEED) || own;

/** Returns a number of repetitions, multiplied by TEST_TIMES if the variable is set. */
export const times = (number: number) => number * (Number(TEST_TIMES) || 1);

/** Returns a part of the repetitions (1 / `part`) when `npm test` checks a commit, otherwise all repetitions. */
export const fewerPerCommit = (number: number, part = 5) =>
  times(TEST_SCOPE === "commit" ? number / part : number);

/** Returns the number of runs, and the seed if TEST_SEED is set, as options of fast-check. */
export const runs = (number: number) => ({
  numRuns: times(number),
  ...(TEST_SEED && { seed: Number(TEST_SEED) }),
});
