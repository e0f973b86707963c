import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { projects, submissions } from "../../db/schema/applications";
import { decisions } from "../../db/schema/evaluations";
import { eraseApplications } from "../../project/erase-applications";
import { release } from "../../selection/release";
import { applySelection } from "../../selection/select";
import { reopenEvaluation } from "../close/verify-record";

/** Tests that every change of the ranking's input invalidates the cached ranking. */
const bench = await evaluationBench({ now: new Date("2026-11-20T10:00:00.000Z") });
const { db, clock, edition, makeSent, sendAgain, withdraw, makeEvaluator } = bench;
const alfa = await makeSent({ fields: { nome: "Alfa" } });
const beta = await makeSent({ fields: { nome: "Beta" } });
const anna = await makeEvaluator();
await anna.save(alfa.id, { scores: five(5, 5, 5, 5, 5) });
await anna.close();

type Row = { nome: string; mean: number | null; stage: string | null };
const rows = async () => (await anna.get("projects/ranking")).json.rows as Row[];
const decided = async () => (await anna.get("projects/ranking")).json.decisions;
const act = { actor: "Rita", reason: "riunione", now: clock.now };

describe("the cached ranking", () => {
  test("the cached ranking is the same text for two evaluators who have closed", async () => {
    const paolo = await makeEvaluator();
    const first = await anna.get("projects/ranking");
    expect(first.headers.get("cache-control")).toBe("private, no-store");
    expect((await anna.get("projects/ranking")).json).toEqual(first.json);
    expect((await paolo.get("projects/ranking")).json.code).toBe("evaluation_not_closed");
    await paolo.close();
    expect((await paolo.get("projects/ranking")).json.method.evaluators).toBe(2);
  });

  test("the cached ranking changes after a closing, a reopening, and another closing", async () => {
    const other = await makeEvaluator();
    await other.save(alfa.id, { scores: five(9, 9, 9, 9, 9) });
    expect((await rows())[0]).toMatchObject({ nome: "Alfa", mean: 50 });
    await other.close();
    expect((await rows())[0]).toMatchObject({ mean: 70 });
    const act = { reason: "x", actor: "y", now: clock.now };
    await reopenEvaluation(db, { email: other.email, year: 2026 }, act);
    expect((await rows())[0]).toMatchObject({ mean: 50 });
    await other.save(alfa.id, { scores: five(7, 7, 7, 7, 7) });
    await other.close();
    expect((await rows())[0]).toMatchObject({ mean: 60 });
  });

  test("the cached ranking changes after a submission, a resubmission, and a withdrawal", async () => {
    const gamma = await makeSent({ fields: { nome: "Gamma" } });
    expect((await rows()).map(({ nome }) => nome)).toEqual(["Alfa", "Beta", "Gamma"]);
    await sendAgain(gamma.id, { fields: { nome: "Zeta" } });
    expect((await rows()).map(({ nome }) => nome)).toEqual(["Alfa", "Beta", "Zeta"]);
    await withdraw(gamma.id);
    expect(await rows()).toHaveLength(2);
    await db.update(submissions).set({ current: true }).where(eq(submissions.projectId, beta.id));
  });

  test("the cached ranking loses the name of an application that is erased in its place", async () => {
    const gone = await makeSent({ fields: { nome: "Nome da cancellare" } });
    expect((await rows()).map(({ nome }) => nome)).toContain("Nome da cancellare");
    await db.transaction((tx) => eraseApplications(tx, eq(projects.id, gone.id), clock.now));
    expect((await rows()).map(({ nome }) => nome)).not.toContain("Nome da cancellare");
    await withdraw(gone.id);
  });

  test("the cached ranking changes after a release and not after an unreleased decision", async () => {
    const pick = { names: [beta.id] };
    await applySelection(db, { edition, stage: "pre_selected", pick, graceMinutes: 15 }, act, true);
    expect(await db.$count(decisions)).toBe(1);
    expect((await rows()).find(({ nome }) => nome === "Beta")?.stage).toBeNull();
    expect(await decided()).toEqual([]);
    await release(db, edition, ["pre_selected"], act, { override: true, graceMinutes: 15 });
    expect((await rows()).find(({ nome }) => nome === "Beta")?.stage).toBe("pre_selected");
    expect(await decided()).toEqual([{ stage: "pre_selected", selected: 1 }]);
  });
});
