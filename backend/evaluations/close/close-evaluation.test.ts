import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { submissions } from "../../db/schema/applications";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { recordHash, recordSchema } from "./record";

const bench = await evaluationBench();
const { db, makeSent, makeEvaluator, makeEdition, clock } = bench;
const { id } = await makeSent();
const second = await makeSent();

async function recordOf(evaluatorId: string) {
  const [row] = await db
    .select()
    .from(evaluationRecords)
    .where(eq(evaluationRecords.evaluatorId, evaluatorId));
  return row!;
}

describe("closing", () => {
  test("closing freezes the current scores even if some are missing", async () => {
    const evaluator = await makeEvaluator();
    await evaluator.save(id, { scores: five(8, 7, 6, 5, 4), note: "Buono" });
    await evaluator.save(second.id, { scores: { impact: 3 } });
    const { status, json } = await evaluator.close();
    expect(status).toBe(200);
    expect(json).toEqual({
      closed: true,
      closed_at: clock.now.toISOString(),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const list = await evaluator.get("projects");
    expect(list.json).toMatchObject({ closed: true, closed_at: json.closed_at });
    expect((await evaluator.get(`projects/${id}`)).json).toMatchObject({
      closed: true,
      closed_at: json.closed_at,
      evaluation: { total: 63.5, note: "Buono" },
    });
  });

  test("the evaluation record is recomputable and names the scored submission", async () => {
    const evaluator = await makeEvaluator();
    await evaluator.save(id, { scores: five(8, 7, 6, 5, 4), note: "àccento ’" });
    await evaluator.recuse(second.id, "Parente");
    const { json } = await evaluator.close();
    const stored = await recordOf(evaluator.id);
    const record = recordSchema.parse(stored.record);
    expect(stored.sha256).toBe(json.sha256);
    expect(recordHash(record)).toBe(json.sha256);
    const [submission] = await db
      .select()
      .from(submissions)
      .where(eq(submissions.id, (await scoreRow(evaluator.id, id)).submissionId!));
    expect(record.evaluations.find(({ project }) => project === id)).toEqual({
      project: id,
      receipt: { number: submission!.number, sha256: submission!.sha256 },
      scores: five(8, 7, 6, 5, 4),
      total: 63.5,
      note: "àccento ’",
      recusal: null,
      version: 1,
    });
    expect(record.evaluations.find(({ project }) => project === second.id)).toMatchObject({
      recusal: "Parente",
      receipt: null,
    });
    const changed = structuredClone(record);
    changed.evaluations[0]!.version += 1;
    expect(recordHash(changed)).not.toBe(json.sha256);
  });

  test("a closed evaluation accepts no change of a score, note, or recusal", async () => {
    const evaluator = await makeEvaluator();
    await evaluator.save(id, { scores: five(1, 2, 3, 4, 5) });
    await evaluator.close();
    const before = await scoreRow(evaluator.id, id);
    const refused = await Promise.all([
      evaluator.save(id, { scores: { impact: 10 } }),
      evaluator.save(id, { note: "dopo" }),
      evaluator.save(second.id, { scores: { impact: 10 } }),
      evaluator.recuse(id),
      evaluator.takeBack(id),
    ]);
    for (const { status, json } of refused) {
      expect([status, json.code]).toEqual([403, "evaluation_closed"]);
    }
    expect(await scoreRow(evaluator.id, id)).toEqual(before);
    expect((await evaluator.get("projects?state=scored")).json.projects).toHaveLength(1);
  });

  test("a second closing returns 409, even among twenty concurrent requests", async () => {
    const evaluator = await makeEvaluator();
    const answers = await Promise.all(Array.from({ length: 20 }, () => evaluator.close()));
    const codes = answers.map(({ status, json }) => `${status} ${json.code ?? "closed"}`);
    expect(codes.filter((code) => code === "200 closed")).toHaveLength(1);
    expect(codes.filter((code) => code === "409 already_closed")).toHaveLength(19);
    expect((await evaluator.close()).status).toBe(409);
  });

  test.each([
    [{}, "closed"],
    [{ closed: false }, "closed"],
    [{ closed: "true" }, "closed"],
    [{ closed: true, edition: "x" }, "edition"],
  ])("closing with the body %j returns 422", async (body, field) => {
    const evaluator = await makeEvaluator();
    const { status, json } = await evaluator.close(body);
    expect([status, Object.keys(json.data.fields)]).toEqual([422, [field]]);
    expect((await evaluator.get("projects")).json.closed).toBe(false);
  });

  test("closing affects one evaluator and one edition", async () => {
    const past = await makeEdition({ year: 2024 });
    const old = await makeSent({ editionId: past.id });
    const evaluator = await makeEvaluator();
    const colleague = await makeEvaluator();
    expect((await evaluator.close({ closed: true, edition: 2024 })).status).toBe(200);
    expect((await evaluator.save(old.id, { note: "x" })).status).toBe(403);
    expect((await evaluator.save(id, { note: "x" })).status).toBe(200);
    expect((await colleague.save(old.id, { note: "x" })).status).toBe(200);
    expect((await evaluator.close()).status).toBe(200);
    expect((await evaluator.close({ closed: true, edition: 1999 })).status).toBe(422);
    expect((await evaluator.close({ closed: true, edition: 2033 })).status).toBe(404);
  });
});

test("an evaluation that has not opened cannot be closed", async () => {
  const opensAt = new Date(clock.now.getTime() + 86_400_000);
  await makeEdition({ year: 2023, evaluationOpensAt: opensAt });
  const evaluator = await makeEvaluator();
  const { status, json } = await evaluator.close({ closed: true, edition: 2023 });
  expect([status, json.code]).toEqual([403, "not_yet_open"]);
});

test("closing sends an email with the counts and cancels the evaluator's reminder", async () => {
  const [evaluator, colleague] = [await makeEvaluator(), await makeEvaluator()];
  const template = "evaluation_reminder";
  for (const { id: userId, email: recipient } of [evaluator, colleague]) {
    await db.insert(outbox).values({ template, userId, recipient, language: "it", data: {} });
  }
  await evaluator.save(id, { scores: five(8, 7, 6, 5, 4) });
  await evaluator.recuse(second.id);
  const total = (await evaluator.get("projects")).json.counts.total;
  const notifyMailWorker = vi.spyOn(bench.deps, "notifyMailWorker");
  await evaluator.close();
  expect(notifyMailWorker).toHaveBeenCalledOnce();
  const mails = await db.select().from(outbox);
  const to = (userId: string) => mails.filter((mail) => mail.userId === userId);
  expect(to(colleague.id).map((mail) => mail.template)).toEqual([template]);
  const [closed, ...others] = to(evaluator.id);
  expect(others).toEqual([]);
  expect(closed).toMatchObject({
    template: "evaluation_closed",
    data: { scored: "1", recused: "1", unscored: String(total - 2) },
  });
});

test("a save during a closing is either in the record or refused", async () => {
  const projects = await Promise.all(Array.from({ length: 6 }, () => makeSent()));
  for (let round = 0; round < 15; round += 1) {
    const evaluator = await makeEvaluator();
    const saves = projects.map(({ id: project }) =>
      evaluator.save(project, { scores: { impact: round % 11 } }),
    );
    saves.splice(round % 7, 0, evaluator.close());
    const [evaluationRecord, ...results] = (await Promise.all(saves)).sort((a, b) =>
      a.json.sha256 ? -1 : b.json.sha256 ? 1 : 0,
    );
    expect(evaluationRecord?.status).toBe(200);
    const accepted = results.filter(({ status }) => status === 200).length;
    const refused = results.filter(({ json }) => json.code === "evaluation_closed").length;
    expect(accepted + refused).toBe(6);
    const { record } = await recordOf(evaluator.id);
    const frozen = recordSchema.parse(record).evaluations;
    expect(frozen).toHaveLength(accepted);
    const live = await db.$count(evaluations, eq(evaluations.evaluatorId, evaluator.id));
    expect(live).toBe(accepted);
  }
});

async function scoreRow(evaluatorId: string, projectId: string) {
  const rows = await db.select().from(evaluations).where(eq(evaluations.evaluatorId, evaluatorId));
  return rows.find((row) => row.projectId === projectId)!;
}
