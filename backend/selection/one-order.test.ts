import { expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { readCandidates } from "./candidates";

const { db, edition, makeSent, makeEvaluator } = await evaluationBench();

/**
 * Creates an evaluator who scores their own projects and closes the evaluation. Each number is one project's score for
 * every criterion.
 */
async function reads(figures: readonly number[]) {
  const evaluator = await makeEvaluator();
  for (const figure of figures) {
    const { id } = await makeSent();
    await evaluator.save(id, { scores: five(figure, figure, figure, figure, figure) });
  }
  await evaluator.close();
  return evaluator;
}

test("the selection uses the order of the ranking that evaluators see", async () => {
  await reads([5, 4, 3, 2, 1]);
  const lenient = await reads([9, 8, 8, 7, 6]);
  const { rows } = (await lenient.get("projects/ranking")).json;
  const shown = rows.map(({ id }: { id: string }) => id);
  const candidates = await readCandidates(db, edition, "pre_selected");
  expect(candidates.map(({ id }) => id)).toEqual(shown);
  expect(candidates.map(({ calibratedRank }) => calibratedRank)).toEqual(
    rows.map((row: { calibrated_rank: number }) => row.calibrated_rank),
  );
  expect(rows.slice(0, 2).map(({ rank }: { rank: number }) => rank)).toContain(6);
});
