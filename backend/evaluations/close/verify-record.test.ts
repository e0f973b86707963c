import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { behindTheBack, evaluationBench, five } from "@/tests/support/people/evaluation";
import { isAbout } from "../../audit-log/entries";
import { auditEntries } from "../../db/schema/audit-log";
import { evaluationRecords } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { renderMail } from "../../mail/render";
import { reopenEvaluation, verifyRecords } from "./verify-record";

const { db, deps, clock, makeSent, makeEvaluator } = await evaluationBench();
const { id } = await makeSent();

async function closedEvaluator() {
  const evaluator = await makeEvaluator();
  await evaluator.save(id, { scores: five(8, 7, 6, 5, 4), note: "così" });
  await evaluator.close();
  return evaluator;
}

describe("verifying a record", () => {
  test("an unchanged record is intact", async () => {
    const { email } = await closedEvaluator();
    const [record] = await verifyRecords(db, email.toUpperCase());
    expect(record).toMatchObject({ year: 2026, intact: true, reopenedAt: null });
    expect(await verifyRecords(db, email, 2024)).toEqual([]);
  });

  test.each([
    ["a score", "{evaluations,0,scores,impact}", "9"],
    ["a total", "{evaluations,0,total}", "99"],
    ["a weight", "{criteria,0,weight}", "31"],
    ["a note", "{evaluations,0,note}", '""'],
    ["the time", "{closed_at}", '"2026-01-01T00:00:00.000Z"'],
    ["something added", "{extra}", "true"],
    ["something added inside", "{evaluations,0,bonus}", "5"],
    ["another shape", "{evaluations}", "7"],
  ])("a manipulated record is detected after a change of %s", async (_what, path, value) => {
    const { id: evaluatorId, email } = await closedEvaluator();
    await behindTheBack(db, (tx) =>
      tx
        .update(evaluationRecords)
        .set({ record: sql`jsonb_set(record, ${path}::text[], ${value}::jsonb)` })
        .where(eq(evaluationRecords.evaluatorId, evaluatorId)),
    );
    expect((await verifyRecords(db, email))[0]?.intact).toBe(false);
  });
});

describe("reopening", () => {
  test("reopening keeps the record with the reason, and a new closing creates another record", async () => {
    const evaluator = await closedEvaluator();
    const { email } = evaluator;
    const act = { reason: "Errore di battitura", actor: "ops", now: clock.now };
    expect(await reopenEvaluation(db, { email, year: 2026 }, act)).toBe(true);
    expect(await reopenEvaluation(db, { email, year: 2026 }, act)).toBe(false);
    expect((await evaluator.get("projects")).json.closed).toBe(false);
    expect((await evaluator.save(id, { scores: { impact: 9 } })).status).toBe(200);
    const { json } = await evaluator.close();
    const records = await verifyRecords(db, email);
    expect(records.map(({ intact, reopenedReason }) => [intact, reopenedReason])).toEqual([
      [true, "Errore di battitura"],
      [true, null],
    ]);
    expect(records[1]?.sha256).toBe(json.sha256);
    expect(records[0]?.sha256).not.toBe(json.sha256);
    expect(
      await db
        .select()
        .from(auditEntries)
        .where(isAbout({ user: evaluator.id })),
    ).toMatchObject([
      {
        act: "evaluation.reopen",
        target: { year: "2026" },
        words: { actor: { text: "ops" }, reason: { text: "Errore di battitura" } },
      },
    ]);
    const mails = await db
      .select()
      .from(outbox)
      .where(eq(outbox.userId, evaluator.id))
      .orderBy(outbox.createdAt);
    expect(mails.map(({ template }) => template).sort()).toEqual([
      "evaluation_closed",
      "evaluation_closed",
      "evaluation_reopened",
    ]);
    const closed = mails.filter(({ template }) => template === "evaluation_closed");
    expect(closed.map(({ data }) => data.sha256).sort()).toEqual(
      records.map(({ sha256 }) => sha256).sort(),
    );
    expect(closed[0]?.data).toMatchObject({ edition: "2026", recused: "0" });
    const told = mails.find(({ template }) => template === "evaluation_reopened");
    expect(told).toMatchObject({
      recipient: email,
      data: { reason: "Errore di battitura", edition: "2026" },
    });
    const [mail] = closed;
    const { text } = renderMail({ ...mail, language: "en" } as never, deps.config);
    expect(text).toContain("/en/dashboard/evaluation/ranking?edition=2026");
  });

  test("only one of two concurrent reopenings succeeds", async () => {
    const { id: user, email } = await closedEvaluator();
    const act = { reason: "Due", actor: "two", now: clock.now };
    const both = await Promise.all([
      reopenEvaluation(db, { email, year: 2026 }, act),
      reopenEvaluation(db, { email, year: 2026 }, act),
    ]);
    expect(both.sort()).toEqual([false, true]);
    expect(await db.$count(auditEntries, isAbout({ user }))).toBe(1);
  });
});
