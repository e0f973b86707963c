// @ts-check
// How many changes to the modules that decide are noticed by their tests. Those that are not have their reason in
// docs/mutants.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run/paths.mjs";
import { say } from "../../run/report.mjs";
import { GROUPS } from "../mutants/groups.mjs";
import { livingOf, strykerMissing } from "../mutants/mutate.mjs";

const BUDGET = 0.85;

/** @param {Pick<import("../../bench/lib/measures.mjs").Bench, "run">} bench */
export async function measure({ run }) {
  const missing = strykerMissing();
  if (missing) return { figure: missing, passed: null };
  const reasons = readFileSync(join(root, "docs/mutants.md"), "utf8");
  /** @type {string[]} */
  const said = [];
  let [total, alive, unexplained] = [0, 0, 0];
  for (const group of GROUPS) {
    const { all, living } = await livingOf(group, run());
    for (const name of living) {
      if (reasons.includes(`\`${name}\``)) continue;
      unexplained += 1;
      say(`nobody notices ${name}`);
    }
    total += all;
    alive += living.length;
    said.push(`${group.name} ${all - living.length} of ${all}`);
  }
  const share = (total - alive) / total;
  return {
    figure: `${total - alive} of ${total} mutants noticed, ${(100 * share).toFixed(1)} % (${said.join(", ")}); ${unexplained} of the others without a reason`,
    passed: share >= BUDGET && unexplained === 0,
  };
}
