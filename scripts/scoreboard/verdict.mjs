// @ts-check
// What a row comes to, by its tests and its part. What could not run is no pass.

/** @typedef {import("./run-tests.mjs").Outcome} Outcome */
/** @typedef {{ figure: string, passed: boolean | null }} Verdict what a part says: null when it could not run */

/**
 * "yes", "**no**" when something failed, "not run" when something could not run: a part, a whole run of tests, or a
 * test that needs a tool which is not there.
 *
 * @param {Outcome[]} outcomes
 * @param {Verdict[]} verdicts
 */
export function judge(outcomes, verdicts) {
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ what) =>
    outcomes.reduce((all, one) => all + one[what], 0);
  const counted = `${sum("passed")} tests pass, ${sum("failed")} fail${sum("skipped") > 0 ? `, ${sum("skipped")} are skipped` : ""}`;
  const figures = [...(outcomes.length > 0 ? [counted] : []), ...outcomes.map((o) => o.figure)];
  const isWrong =
    outcomes.some(({ passed, failed, skipped }) => failed > 0 || passed + skipped === 0) ||
    verdicts.some(({ passed }) => passed === false);
  const isWhole =
    outcomes.every(({ passed, skipped }) => passed > 0 && skipped === 0) &&
    verdicts.every(({ passed }) => passed !== null);
  return {
    figure: [...figures, ...verdicts.map((one) => one.figure)].filter(Boolean).join("; "),
    passed: isWrong ? "**no**" : isWhole ? "yes" : "not run",
  };
}
