// @ts-check
import { measure as bench } from "../../bench/enumeration.mjs";

const BUDGET = { ms: 20, auc: 0.05 };

/**
 * The number of measured pairs for each form. With fewer pairs, chance would make one of four forms exceed the budget
 * in 5 % of the runs.
 */
const PAIRS = 800;
/**
 * The number of measured pairs in a short run. This number is enough to compare the contents of responses, but too
 * small to compare durations.
 */
const SHORT_PAIRS = 10;

/**
 * Measures whether forms reveal which addresses have an account.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} asked
 * @param {{ times: number, seed: number, isShort?: boolean }} measure
 */
export async function measure(asked, { times, seed, isShort = false }) {
  const forms = await bench(asked, isShort ? SHORT_PAIRS : PAIRS * times, seed);
  const said = forms.map(
    ({ path, apart, separation, answers }) =>
      `${path}: ${apart.toFixed(1)} ms apart, AUC ${separation.toFixed(2)}${answers === 1 ? "" : `, ${answers} DIFFERENT ANSWERS`}`,
  );
  const passed = forms.every(
    ({ apart, separation, answers }) =>
      answers === 1 && (isShort || (apart < BUDGET.ms && Math.abs(separation - 0.5) < BUDGET.auc)),
  );
  return { figure: said.join(", "), passed };
}
