/** Seed and scope of random tests. `npm run reliability` sets other seeds and more repetitions than a test run. */
const { TEST_SCOPE, TEST_SEED, TEST_TIMES } = process.env;

/** Returns the seed of a random test. The test prints it when it fails. */
export const seedOr = (own: number) => Number(TEST_SEED) || own;

/** Returns the number, or a multiple of it for the scoreboard. */
export const times = (number: number) => number * (Number(TEST_TIMES) || 1);

/** Returns a fifth of `number` when `npm test` checks a commit. */
export const fewerPerCommit = (number: number) =>
  times(TEST_SCOPE === "commit" ? number / 5 : number);

/** Returns seed and number of runs for properties of fast-check. */
export const runs = (number: number) => ({
  numRuns: times(number),
  ...(TEST_SEED && { seed: Number(TEST_SEED) }),
});
