// @ts-check
// Measures how many mutants (small changes to important modules) the tests detect. reports/mutants.md gives the reason
// for each undetected mutant.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/launcher/paths.mjs";
import { say } from "../../../scripts/launcher/report.mjs";
import { GROUPS } from "../mutants/groups.mjs";
import { livingOf, strykerMissing } from "../mutants/mutate.mjs";

const BUDGET = 0.85;

/**
 * Measures each group of modules separately, because a group with strong tests would hide a group with weak tests.
 *
 * @param {Pick<import("../../bench/lib/measures.mjs").Bench, "run">} bench
 * @param {unknown} _measure
 * @param {Pick<import("../rows.mjs").Row, "groups">} row
 */
export async function measure({ run }, _measure, { groups = [] }) {
  const missing = strykerMissing();
  if (missing) return { figure: missing, passed: null };
  /** @type {string[]} */
  const said = [];
  let [total, alive, unexplained] = [0, 0, 0];
  let isWeak = false;
  for (const group of GROUPS.filter(({ name }) => groups.includes(name))) {
    const { all, living } = await livingOf(group, run());
    // Read the accepted mutants with their reasons after the tests, because a developer can add reasons during a long
    // run.
    const reasons = readFileSync(join(root, "reports/mutants.md"), "utf8");
    for (const name of living) {
      if (reasons.includes(`\`${name}\``)) continue;
      unexplained += 1;
      say(`no test detects ${name}`);
    }
    isWeak ||= (all - living.length) / all < BUDGET;
    total += all;
    alive += living.length;
    said.push(`${group.name} ${all - living.length} of ${all}`);
  }
  const share = (total - alive) / total;
  return {
    figure: `${total - alive} of ${total} mutants detected, ${(100 * share).toFixed(1)} % (${said.join(", ")}); ${unexplained} others without a reason`,
    passed: !isWeak && unexplained === 0,
  };
}
