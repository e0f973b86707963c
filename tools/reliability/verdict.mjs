// @ts-check
// Calculates the result of a report row from its tests and its measurement. A row that could not run does not pass.

/** @typedef {import("./run-tests.mjs").Outcome} Outcome */
/** @typedef {{ figure: string, passed: boolean | null }} Verdict the result of a part; null when it could not run */

/**
 * Returns the result of a report row: "yes", or "**no**" after a failure. Returns "not run" if a benchmark, a whole
 * test run, or a test with a missing tool could not run.
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
