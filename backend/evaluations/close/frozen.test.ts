import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { projects } from "../../db/schema/applications";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { recordSchema } from "./record";

/**
 * Tests that closed scores cannot change (rule evaluation.frozen), even by an import or by a person with database
 * access.
 */
const bench = await evaluationBench();
const { db, makeSent, makeEvaluator, clock } = bench;
const other = await makeSent();

async function closed() {
  const project = await makeSent();
  const evaluator = await makeEvaluator();
  await evaluator.save(project.id, { scores: five(8, 7, 6, 5, 4), note: "così" });
  await evaluator.close();
  return { project, evaluator };
}
const frozen = { cause: { message: "this evaluation is closed" } };
const kept = { cause: { message: "a record of an evaluation does not change" } };
const own = (id: string) => eq(evaluations.evaluatorId, id);

describe("a closed evaluation, in SQL", () => {
  test("SQL cannot change, add, or delete a score, note, or recusal of a closed evaluation", async () => {
    const { evaluator } = await closed();
    const before = await db.select().from(evaluations).where(own(evaluator.id));
    for (const change of [
      db.update(evaluations).set({ impact: 10 }).where(own(evaluator.id)),
      db.update(evaluations).set({ note: "" }).where(own(evaluator.id)),
      db.update(evaluations).set({ recusal: "x", recusedAt: clock.now }).where(own(evaluator.id)),
      db.update(evaluations).set({ version: 9 }),
      db.delete(evaluations).where(own(evaluator.id)),
      db.insert(evaluations).values({
        editionId: bench.edition.id,
        projectId: other.id,
        evaluatorId: evaluator.id,
        impact: 10,
      }),
    ]) {
      await expect(change).rejects.toMatchObject(frozen);
    }
    expect(await db.select().from(evaluations).where(own(evaluator.id))).toEqual(before);
  });

  test("SQL cannot move an evaluation into or out of a closed edition", async () => {
    const { evaluator } = await closed();
    const open = await makeEvaluator();
    await open.save(other.id, { scores: five(1, 1, 1, 1, 1) });
    for (const change of [
      db.update(evaluations).set({ evaluatorId: evaluator.id }).where(own(open.id)),
      db.update(evaluations).set({ evaluatorId: open.id }).where(own(evaluator.id)),
    ]) {
      await expect(change).rejects.toMatchObject(frozen);
    }
  });

  test("a transaction that begins before a closing and ends after it is refused", async () => {
    const project = await makeSent();
    const evaluator = await makeEvaluator();
    await evaluator.save(project.id, { scores: five(8, 7, 6, 5, 4) });
    const results = await Promise.allSettled([
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await tx.update(evaluations).set({ impact: 0 }).where(own(evaluator.id));
        await tx.execute(sql`select pg_sleep(0.2)`);
      }),
      evaluator.close(),
      db.update(evaluations).set({ impact: 1 }).where(own(evaluator.id)),
    ]);
    expect(results[1]).toMatchObject({ value: { status: 200 } });
    const [record] = await db
      .select()
      .from(evaluationRecords)
      .where(eq(evaluationRecords.evaluatorId, evaluator.id));
    const [row] = await db.select().from(evaluations).where(own(evaluator.id));
    expect(recordSchema.parse(record?.record).evaluations[0]?.scores.impact).toBe(row?.impact);
  });

  test("erasing a project deletes its closed evaluation and keeps the record", async () => {
    const { project, evaluator } = await closed();
    await db.delete(projects).where(eq(projects.id, project.id));
    expect(await db.$count(evaluations, own(evaluator.id))).toBe(0);
    const records = eq(evaluationRecords.evaluatorId, evaluator.id);
    expect(await db.$count(evaluationRecords, records)).toBe(1);
  });
});

describe("a record, in SQL", () => {
  test("SQL can only reopen a record, once and with a reason", async () => {
    const { evaluator } = await closed();
    const record = eq(evaluationRecords.evaluatorId, evaluator.id);
    const reopening = { reopenedAt: clock.now, reopenedReason: "errore" };
    for (const change of [
      db.update(evaluationRecords).set({ sha256: "0" }).where(record),
      db.update(evaluationRecords).set({ record: {} }).where(record),
      db
        .update(evaluationRecords)
        .set({ closedAt: new Date(0) })
        .where(record),
      db
        .update(evaluationRecords)
        .set({ ...reopening, sha256: "0" })
        .where(record),
      db.update(evaluationRecords).set({ reopenedAt: clock.now }).where(record),
      db.delete(evaluationRecords).where(record),
    ]) {
      await expect(change).rejects.toMatchObject(kept);
    }
    await db.update(evaluationRecords).set(reopening).where(record);
    const again = { reopenedAt: null, reopenedReason: null };
    await expect(db.update(evaluationRecords).set(again).where(record)).rejects.toMatchObject(kept);
  });
});
