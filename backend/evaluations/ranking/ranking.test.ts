import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { evaluationRecords } from "../../db/schema/evaluations";

const bench = await evaluationBench();
const { db, makeSent, makeEvaluator, withdraw } = bench;

const projects = await Promise.all(
  ["Alfa", "Beta", "Gamma", "Delta"].map((nome) => makeSent({ fields: { nome } })),
);
const [alfa, beta, gamma, delta] = projects.map(({ id }) => id) as [string, string, string, string];
const [anna, paolo, open] = await Promise.all([makeEvaluator(), makeEvaluator(), makeEvaluator()]);

await anna.save(alfa, { scores: five(10, 8, 6, 4, 2) }); // Alfa's total is 30 + 16 + 12 + 6 + 3 = 67.
await anna.save(beta, { scores: five(7, 7, 7, 7, 7) }); // Beta's total is 70, because every score is 7.
await anna.save(gamma, { scores: five(9, 9, 9, 9, null) }); // Gamma's evaluation is incomplete, because one score is missing.
await paolo.save(alfa, { scores: five(5, 6, 7, 8, 9) }); // Alfa's total is 15 + 12 + 14 + 12 + 13.5 = 66.5.
await paolo.save(beta, { scores: five(1, 1, 1, 1, 1) });
await paolo.recuse(beta);
await open.save(alfa, { scores: five(0, 0, 0, 0, 0) });
await open.save(delta, { scores: five(10, 10, 10, 10, 10) });

describe("the ranking", () => {
  test("the ranking is refused until the caller closes", async () => {
    const { status, json } = await anna.get("projects/ranking");
    expect([status, json.code]).toEqual([403, "evaluation_not_closed"]);
  });

  test("the ranking counts only closed evaluators and complete scores without recusals", async () => {
    await anna.close();
    await paolo.close();
    const { status, json } = await anna.get("projects/ranking");
    expect(status).toBe(200);
    expect(json.rows.map(({ id }: { id: string }) => id)).toEqual([beta, alfa, delta, gamma]);
    expect(json.rows[0]).toEqual({
      id: beta,
      nome: "Beta",
      industry: "industry-food",
      mean: 70,
      spread: null,
      evaluators: 1,
      criteria: five(7, 7, 7, 7, 7),
      rank: 1,
      calibrated: 70,
      calibrated_rank: 1,
      stage: null,
    });
    expect(json.rows[1]).toEqual({
      id: alfa,
      nome: "Alfa",
      industry: "industry-food",
      mean: 66.8,
      spread: 0.4,
      evaluators: 2,
      criteria: five(7.5, 7, 6.5, 6, 5.5),
      rank: 2,
      calibrated: 66.8,
      calibrated_rank: 2,
      stage: null,
    });
    expect(json.rows[3]).toMatchObject({ mean: null, evaluators: 0, rank: null, calibrated: null });
    // The totals 67, 70, and 66.5 have the mean 67.83 and the sample deviation √(7.1667 / 2) = 1.89.
    expect(json.method).toMatchObject({
      minimum_sample: 5,
      evaluators: 2,
      mean: 67.8,
      deviation: 1.9,
    });
  });

  test("all evaluators who have closed see the same ranking and all others see none", async () => {
    const [theirs, mine, refused] = await Promise.all([
      paolo.get("projects/ranking"),
      anna.get("projects/ranking?edition=2026"),
      open.get("projects/ranking"),
    ]);
    expect(theirs.json).toEqual(mine.json);
    expect(refused.json.code).toBe("evaluation_not_closed");
    expect((await anna.get("projects/ranking?edition=2031")).status).toBe(404);
  });

  test("a withdrawn project leaves the ranks and the method", async () => {
    await withdraw(beta);
    const { json } = await anna.get("projects/ranking");
    expect(json.rows[0]).toMatchObject({ id: alfa, rank: 1 });
    expect(json.rows).toHaveLength(3);
    expect(json.method.mean).toBe(66.8);
  });

  test("a reopened evaluation does not count and hides the ranking from its evaluator", async () => {
    await db
      .update(evaluationRecords)
      .set({ reopenedAt: new Date(), reopenedReason: "errore" })
      .where(eq(evaluationRecords.evaluatorId, paolo.id));
    expect((await paolo.get("projects/ranking")).status).toBe(403);
    const { json } = await anna.get("projects/ranking");
    expect(json.rows[0]).toMatchObject({ id: alfa, mean: 67, evaluators: 1 });
  });
});
