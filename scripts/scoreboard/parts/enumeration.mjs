// @ts-check
import { measure as bench } from "../../bench/enumeration.mjs";

const BUDGET = { ms: 20, auc: 0.05 };

/** @param {Pick<import("../../bench/lib/measures.mjs").Bench, "site">} asked */
export async function measure(asked) {
  const forms = await bench(asked);
  const said = forms.map(
    ({ path, apart, separation, answers }) =>
      `${path}: ${apart.toFixed(1)} ms apart, AUC ${separation.toFixed(2)}${answers === 1 ? "" : `, ${answers} DIFFERENT ANSWERS`}`,
  );
  const passed = forms.every(
    ({ apart, separation, answers }) =>
      apart < BUDGET.ms && Math.abs(separation - 0.5) < BUDGET.auc && answers === 1,
  );
  return { figure: said.join(", "), passed };
}
