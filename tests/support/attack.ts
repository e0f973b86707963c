/** From which seed, and how much: `npm run scoreboard` asks for other seeds and for more than a test run does. */
const { TEST_SCOPE, TEST_SEED, TEST_TIMES } = process.env;

/** The seed of a random attack; its test names it in what it says of a failure. */
export const seedOr = (own: number) => Number(TEST_SEED) || own;

/** So many, or a multiple. */
export const times = (number: number) => number * (Number(TEST_TIMES) || 1);

/** A fifth of `number` when `npm test` proves a commit. */
export const fewerPerCommit = (number: number) =>
  times(TEST_SCOPE === "commit" ? number / 5 : number);

/** The same for properties of fast-check. */
export const runs = (number: number) => ({
  numRuns: times(number),
  ...(TEST_SEED && { seed: Number(TEST_SEED) }),
});
