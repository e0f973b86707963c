// @ts-check
// How many changes to the modules that decide are noticed by their tests. Those that are not have their reason in
// docs/mutants.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run/paths.mjs";
import { say } from "../../run/report.mjs";
import { GROUPS } from "../mutants/groups.mjs";
import { mutantsOf, strykerMissing } from "../mutants/stryker.mjs";

const BUDGET = 0.85;
/** What a tester notices: a test that fails, or one that never ends. */
const NOTICED = ["Killed", "Timeout"];
const UNNOTICED = ["Survived", "NoCoverage"];

/**
 * How docs/mutants.md names a mutant.
 *
 * @param {import("../mutants/stryker.mjs").Mutant} mutant
 */
export function nameOf({ file, from, to }) {
  const one = (/** @type {string} */ text) => text.replaceAll(/\s+/g, " ").trim();
  return `${file}: ${one(from)} → ${one(to)}`;
}

/** @param {Pick<ReturnType<typeof import("../../bench/lib/open-bench.mjs").openBench>, "postgres" | "run">} bench */
export async function measure({ postgres, run }) {
  const missing = strykerMissing();
  if (missing) return { figure: missing, passed: null };
  const { adminUrl } = await postgres();
  const reasons = readFileSync(join(root, "docs/mutants.md"), "utf8");
  /** @type {string[]} */
  const said = [];
  let [all, noticed, unexplained] = [0, 0, 0];
  for (const group of GROUPS) {
    const mutants = await mutantsOf(group, adminUrl, run());
    const killed = mutants.filter(({ status }) => NOTICED.includes(status)).length;
    const alive = mutants.filter(({ status }) => UNNOTICED.includes(status));
    for (const mutant of alive) {
      if (reasons.includes(nameOf(mutant))) continue;
      unexplained += 1;
      say(`nobody noticed, line ${mutant.line}: ${nameOf(mutant)}`);
    }
    all += killed + alive.length;
    noticed += killed;
    said.push(`${group.name} ${killed} of ${killed + alive.length}`);
  }
  return {
    figure: `${noticed} of ${all} mutants killed, ${((100 * noticed) / all).toFixed(1)} % (${said.join(", ")}); ${all - noticed - unexplained} survivors have their reason, ${unexplained} none`,
    passed: all > 0 && noticed / all >= BUDGET && unexplained === 0,
  };
}
