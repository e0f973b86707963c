import { and, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { BAND_PROJECTS } from "@/contract/evaluation/feedback";
import { textOf } from "@/tests/support/browser/walk";
import { inLanguages } from "@/tests/support/in-languages";
import { comparable, secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { users } from "../../db/schema/accounts";
import { evaluationRecords, evaluations } from "../../db/schema/evaluations";
import { releasedFeedback } from "../../db/schema/feedback";
import { outbox } from "../../db/schema/mail";
import { roundJurors, rounds } from "../../db/schema/rounds";
import { setDate } from "../../editions/administer-editions";
import { findRound } from "../../editions/rounds";
import { fillMail } from "../../mail/render";
import { findDecidingRound, readCandidates } from "../../selection/candidates";
import { previewRelease, release } from "../../selection/release";
import { applyCorrection } from "../../selection/revise";
import { applySelection } from "../../selection/select";
import { reopenEvaluation, verifyRecords } from "../close/verify-record";
import { queueEvaluationReminders } from "../reminders";
import {
  changeRound,
  closeRound,
  removeRound,
  reopenRound,
  repeatRound,
  setJury,
  setRoundDates,
} from "./administer-rounds";
import { openingObstacles, openRounds } from "./open-rounds";

/* Tests rule evaluation.rounds: several evaluation rounds in one edition. */

describe("an edition with one reading", () => {
  test("names no round in any response to an evaluator, and accepts the number 1", async () => {
    const { ada, projects } = await secondRoundBench();
    const [first] = projects;
    for (const path of [
      "projects",
      `projects/${first?.id}`,
      "projects_evaluations",
      "projects?round=1",
    ]) {
      const { status, json } = await ada.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(JSON.stringify(json)).not.toContain('"round"');
    }
    expect((await ada.get("projects?round=2")).status).toBe(404);
    expect((await ada.score(first?.id ?? "", 5)).status).toBe(200);
  });
});

test("the files and the ranking of a first round equal those of an edition without rounds", async () => {
  /** Reads an evaluator's files, record and ranking after the closing, without values that differ in each database. */
  async function read(isStored: boolean) {
    const bench = await secondRoundBench();
    const { ada, bea, projects, db, make, makeUser, api, freshToken } = bench;
    await db.update(users).set({ firstName: "Ada" }).where(eq(users.id, ada.id));
    if (isStored) await make({ jury: [bea.id] });
    const round = isStored ? 1 : undefined;
    for (const [one, values] of [
      [ada, [9, 8, 4, 3, 2]],
      [bea, [7, 8, 2, 9, 1]],
    ] as const) {
      for (const [n, { id }] of projects.entries()) await one.score(id, values[n] ?? 0, round);
      expect((await one.close(round)).status).toBe(200);
    }
    const director = await makeUser({ roles: ["director"] });
    const shown: Record<string, string> = {};
    const files = ["projects", "scores", "ranking", "list"].flatMap((table) =>
      ["csv", "xlsx", "zip"].map((format) => `projects/export?table=${table}&format=${format}`),
    );
    for (const path of [...files, "projects_evaluations/record"]) {
      const { response } = await api("GET", `wp/v2/${path}`, { token: await freshToken(ada) });
      shown[path] = comparable(await textOf(response), projects);
    }
    const ranking = (await ada.get("projects/ranking")).json.rows;
    const selection = await api("GET", "wp/v2/staff/selection?stage=pre_selected", {
      token: await freshToken(director),
    });
    const results = [ranking, selection.json.results.rows];
    for (const one of results) expect(one).toHaveLength(projects.length);
    shown.results = comparable(JSON.stringify(results), projects);
    const records = await db.select().from(evaluationRecords).orderBy(evaluationRecords.sha256);
    return { shown, isAdaFirst: records[0]?.evaluatorId === ada.id };
  }
  const { shown: alone, isAdaFirst } = await read(false);
  let stored = await read(true);
  // In exported files, the numbers of evaluators follow the hashes of their records. The hashes depend on random ids,
  // so create the edition again until the evaluators have the same order in both editions.
  for (let attempts = 20; attempts > 0 && stored.isAdaFirst !== isAdaFirst; attempts--)
    stored = await read(true);
  expect(stored.isAdaFirst).toBe(isAdaFirst);
  expect(stored.shown).toEqual(alone);
  expect(Object.values(alone).filter((text) => text.startsWith("200")).length).toBeGreaterThan(5);
});

describe("the beginning of a second round", () => {
  test("making it stores the first reading with its evaluators by name, and later evaluators have no seat", async () => {
    const { db, ada, bea, make, makeJuror } = await secondRoundBench();
    const { number } = await make({ jury: [bea.id] });
    expect(number).toBe(2);
    const late = await makeJuror();
    const seats = await db.select().from(roundJurors).where(eq(roundJurors.round, 1));
    expect(seats.map(({ userId }) => userId).sort()).toEqual([ada.id, bea.id].sort());
    const { status, json } = await late.get("projects");
    expect([status, json.round, json.projects, json.counts.total]).toEqual([200, null, [], 0]);
    expect((await late.get("projects/next")).json).toEqual({ project: null, remaining: 0 });
    expect((await late.close()).status).toBe(404);
    expect((await ada.get("projects")).json.round).toMatchObject({ number: 1 });
  });

  test("it opens at its date, once the stage is released and both jury and projects exist", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, make, openAt, select, context } = bench;
    await bench.readFirst();
    await make({ jury: [] });
    const obstacles = async () => openingObstacles(db, (await findRound(db, edition, 2))!);
    const opened = async () => (await findRound(db, edition, 2))?.openedAt ?? null;
    expect(await obstacles()).toEqual(["stage_unreleased", "no_projects", "no_jury"]);
    await openAt(TIMES.second);
    expect(await opened()).toBeNull();
    await setJury(db, 2026, 2, [bea.id], context());
    await select("pre_selected", [projects[0]!.id]);
    expect(await obstacles()).toEqual([]);
    bench.clock.now = TIMES.first;
    await openRounds({ db }, TIMES.first);
    expect(await opened()).toBeNull();
    await openAt(TIMES.second);
    expect(await opened()).toEqual(TIMES.second);
    await openAt(TIMES.closes);
    expect(await opened()).toEqual(TIMES.second);
  });

  test("no score is possible before it opens, and its projects are not listed", async () => {
    const bench = await secondRoundBench();
    await bench.readFirst();
    await bench.make({ jury: [bench.bea.id] });
    const cleo = await bench.join();
    await bench.select("pre_selected", [bench.projects[0]!.id]);
    expect((await cleo.score(bench.projects[0]!.id, 9, 2)).json.code).toBe("not_yet_open");
    expect((await cleo.close(2)).json.code).toBe("not_yet_open");
    const { json } = await cleo.get("projects");
    expect([json.projects, json.scoring, json.round.number]).toEqual([[], "not_yet", 2]);
    expect((await cleo.get(`projects/${bench.projects[0]!.id}`)).status).toBe(404);
  });

  test("its dates follow the round before and precede the awards, and each stage has one round", async () => {
    const { db, bea, make, context } = await secondRoundBench();
    const early = make({ jury: [bea.id], opensAt: TIMES.first });
    await expect(early).rejects.toMatchObject({ why: "dates_cross" });
    const reversed = make({ jury: [bea.id], opensAt: TIMES.closes, closesAt: TIMES.opens });
    await expect(reversed).rejects.toMatchObject({ why: "dates_cross" });
    const known = make({ jury: [bea.id], stage: "pre_selected" });
    await expect(known).rejects.toMatchObject({ why: "stage_taken" });
    await make({ jury: [bea.id] });
    await expect(make({ jury: [bea.id] })).rejects.toMatchObject({ why: "stage_taken" });
    const move = (which: "awarded" | "evaluation-closes", day: string) =>
      setDate(db, 2026, which, day, context());
    await expect(move("awarded", "2026-11-15")).rejects.toMatchObject({ why: "dates_cross" });
    await expect(move("evaluation-closes", "2026-11-15")).rejects.toMatchObject({
      why: "dates_cross",
    });
    await move("awarded", "2026-12-15");
    const closesAt = new Date("2026-12-20T23:00:00.000Z");
    const late = setRoundDates(db, 2026, 2, { closesAt }, context());
    await expect(late).rejects.toMatchObject({ why: "dates_cross" });
  });

  test("staff have no seat in a round that hides earlier results", async () => {
    const { db, make, makeUser, context } = await secondRoundBench();
    const { id } = await makeUser({ roles: ["evaluator", "staff"] });
    await expect(make({ jury: [id] })).rejects.toMatchObject({ why: "staff_on_jury" });
    await make({ jury: [id], showsEarlier: true });
    const applicant = await makeUser();
    const set = setJury(db, 2026, 2, [applicant.id], context());
    await expect(set).rejects.toMatchObject({ why: "not_on_jury" });
  });

  test("removing the only further round brings back one reading by all evaluators", async () => {
    const { db, bea, make, makeJuror, context } = await secondRoundBench();
    await make({ jury: [bea.id] });
    const late = await makeJuror();
    await removeRound(db, 2026, 2, context());
    expect(await db.$count(rounds)).toBe(0);
    expect((await late.get("projects")).json.counts.total).toBe(5);
  });
});

describe("the opened second round", () => {
  test("reads what was selected, and follows a correction", async () => {
    const bench = await secondRoundBench();
    const { db, edition, projects, context } = bench;
    const cleo = await bench.toSecondRound();
    const listed = async () =>
      (await cleo.get("projects?orderby=nome&order=asc")).json.projects.map(
        ({ nome }: { nome: string }) => nome,
      );
    expect(await listed()).toEqual(["Alfa", "Beta"]);
    expect((await cleo.get("projects/next")).json.remaining).toBe(2);
    expect((await cleo.get(`projects/${projects[2]!.id}`)).status).toBe(404);
    expect((await cleo.score(projects[2]!.id, 9, 2)).status).toBe(404);
    const correction = { edition, stage: "pre_selected" as const, names: [projects[2]!.id] };
    await applyCorrection(db, { ...correction, outcome: "selected" }, context(), true);
    expect(await listed()).toEqual(["Alfa", "Beta"]);
    await release(db, edition, ["pre_selected"], context(), { override: true, graceMinutes: 15 });
    expect(await listed()).toEqual(["Alfa", "Beta", "Gamma"]);
  });

  test("a request that writes names its round, and each round has its own scores", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects } = bench;
    await bench.toSecondRound();
    const [alfa] = projects;
    const unnamed = await bea.score(alfa!.id, 1);
    expect([unnamed.status, unnamed.json.data?.fields ?? unnamed.json.fields]).toEqual([
      422,
      { round: "required" },
    ]);
    expect((await bea.ask("POST", `projects/${alfa!.id}/recusal`, { reason: "x" })).status).toBe(
      422,
    );
    expect((await bea.score(alfa!.id, 6, 2)).json).toMatchObject({ version: 1, total: 60 });
    expect((await bea.score(alfa!.id, 1, 1)).json.code).toBe("evaluation_closed");
    const own = and(eq(evaluations.evaluatorId, bea.id), eq(evaluations.projectId, alfa!.id));
    const rows = await db.select().from(evaluations).where(own);
    expect(rows.map(({ round, impact }) => [round, impact]).sort()).toEqual([
      [1, 9],
      [2, 6],
    ]);
    expect((await bea.get(`projects/${alfa!.id}`)).json.evaluation.total).toBe(60);
    expect((await bea.get(`projects/${alfa!.id}?round=1`)).json.evaluation.total).toBe(90);
    const { evaluations: list } = (await bea.get("projects_evaluations")).json;
    expect(list.map(({ round }: { round: { number: number } }) => round.number)).toEqual([2, 1]);
  });

  test("its names and readings can change, but not the rules under which its jury reads", async () => {
    const bench = await secondRoundBench();
    const { db, bea, context } = bench;
    await bench.toSecondRound();
    const names = inLanguages("Semifinale", "Semifinal");
    await changeRound(db, 2026, 2, { names, readings: 2, weight: null }, context());
    expect((await bea.get("projects")).json.round.names).toEqual(names);
    for (const rule of [{ weight: 40 }, { showsEarlier: true }]) {
      await expect(changeRound(db, 2026, 2, rule, context())).rejects.toMatchObject({
        why: "round_begun",
      });
    }
  });

  test("its record names the round, and the first round's record keeps its format", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects } = bench;
    await bench.toSecondRound();
    for (const { id } of projects.slice(0, 2)) await bea.score(id, 7, 2);
    expect((await bea.close(2)).json).toMatchObject({ closed: true, round: 2 });
    const records = await verifyRecords(db, bea.email, 2026);
    expect(records.map(({ intact, round }) => [round, intact])).toEqual([
      [1, true],
      [2, true],
    ]);
    const [first, second] = records.map(({ record }) => record as Record<string, unknown>);
    expect(first).toMatchObject({ format: 1 });
    expect(first).not.toHaveProperty("round");
    expect(second).toMatchObject({ format: 2, round: { number: 2, stage: "semifinalist" } });
    const file = await bea.get("projects_evaluations/record?round=2");
    expect(file.headers.get("content-disposition")).toContain("2026-2.json");
  });

  test("a recusal declared before holds there too, and can be revoked there", async () => {
    const bench = await secondRoundBench();
    const { bea, projects } = bench;
    const [alfa] = projects;
    await bea.ask("POST", `projects/${alfa!.id}/recusal`, { reason: "Conosco il gruppo" });
    await bench.toSecondRound();
    const sheet = async () => (await bea.get(`projects/${alfa!.id}`)).json.evaluation?.recusal;
    expect(await sheet()).toBe("Conosco il gruppo");
    await bea.ask("DELETE", `projects/${alfa!.id}/recusal?round=2`);
    expect(await sheet()).toBeNull();
  });
});

describe("a repeated closing", () => {
  test("never closes the next round, at any boundary between the two", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects, openAt, select, context } = bench;
    const again = async () => {
      const { status, json } = await bea.close();
      return [status, json.code];
    };
    const recorded = () =>
      db.$count(
        evaluationRecords,
        and(eq(evaluationRecords.evaluatorId, bea.id), eq(evaluationRecords.round, 2)),
      );
    await bench.readFirst();
    expect(await again()).toEqual([409, "already_closed"]);
    await bench.make({ jury: [bea.id] });
    expect(await again()).toEqual([409, "already_closed"]);
    await select("pre_selected", [projects[0]!.id]);
    expect(await again()).toEqual([409, "already_closed"]);
    await closeRound(db, 2026, 1, context());
    expect(await again()).toEqual([409, "already_closed"]);
    await openAt(TIMES.second);
    expect(await again()).toEqual([409, "already_closed"]);
    expect(await recorded()).toBe(0);
    await bea.score(projects[0]!.id, 5, 2);
    expect((await bea.close()).json.round).toBe(2);
    expect(await again()).toEqual([409, "already_closed"]);
    expect(await recorded()).toBe(1);
  });

  test("does not close the next round either if that round has only a recusal of the first one", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects } = bench;
    await bea.ask("POST", `projects/${projects[0]!.id}/recusal`, { reason: "Conosco il gruppo" });
    await bench.toSecondRound();
    const copied = and(eq(evaluations.evaluatorId, bea.id), eq(evaluations.round, 2));
    expect(await db.$count(evaluations, copied)).toBe(1);
    expect((await bea.close()).json.code).toBe("already_closed");
    await bea.score(projects[1]!.id, 5, 2);
    expect((await bea.close()).json.round).toBe(2);
  });
});

describe("final results", () => {
  test("nothing in a round changes once another one reads it, by request or at the database", async () => {
    const bench = await secondRoundBench();
    const { db, ada, projects, context } = bench;
    await bench.toSecondRound();
    const reopen = reopenEvaluation(db, { email: ada.email, year: 2026 }, context());
    await expect(reopen).rejects.toMatchObject({ why: "round_closed" });
    const reopened = db
      .update(evaluationRecords)
      .set({ reopenedAt: TIMES.second, reopenedReason: "prova" })
      .where(eq(evaluationRecords.evaluatorId, ada.id));
    await expect(reopened).rejects.toMatchObject({
      cause: { message: "a record of an evaluation does not change" },
    });
    await expect(reopenRound(db, 2026, 1, context())).rejects.toMatchObject({
      why: "round_not_open",
    });
    const late = await bench.makeJuror();
    const row = { editionId: bench.edition.id, projectId: projects[0]!.id, evaluatorId: late.id };
    await expect(db.insert(evaluations).values({ ...row, impact: 9 })).rejects.toMatchObject({
      cause: { message: "this round is closed" },
    });
    await expect(removeRound(db, 2026, 2, context())).rejects.toMatchObject({ why: "round_begun" });
  });

  test("closing a round freezes open evaluations, which then count for nothing, until it is undone", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, context } = bench;
    const cleo = await bench.toSecondRound();
    for (const { id } of projects.slice(0, 2)) await bea.score(id, 7, 2);
    await bea.close(2);
    await cleo.score(projects[0]!.id, 1, 2);
    await closeRound(db, 2026, 2, context());
    expect((await cleo.score(projects[0]!.id, 2, 2)).json.code).toBe("evaluation_closed");
    expect((await cleo.close(2)).json.code).toBe("evaluation_closed");
    const [best] = await readCandidates(db, edition, "semifinalist");
    expect(best?.ranked).toMatchObject({ mean: 70, evaluators: 1 });
    await reopenRound(db, 2026, 2, context());
    expect((await cleo.score(projects[0]!.id, 2, 2)).status).toBe(200);
  });
});

test("a closed round is not reopened after a stage that it decides is released", async () => {
  const bench = await secondRoundBench();
  const { db, edition, bea, projects, context } = bench;
  await bench.toSecondRound();
  for (const { id } of projects.slice(0, 2)) await bea.score(id, 7, 2);
  await bea.close(2);
  await closeRound(db, 2026, 2, context());
  await bench.select("semifinalist", [projects[0]!.id]);
  const reopened = reopenRound(db, 2026, 2, context());
  await expect(reopened).rejects.toMatchObject({ why: "round_released" });
  expect((await findRound(db, edition, 2))?.closedAt).not.toBeNull();
});

describe("a round that is run again", () => {
  const AGAIN = {
    opensAt: new Date("2026-11-24T09:00:00.000Z"),
    closesAt: new Date("2026-11-30T23:00:00.000Z"),
  };

  test("leaves its stage to the new round, and its results to staff only", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, context } = bench;
    const cleo = await bench.toSecondRound();
    const third = { stage: "finalist" as const, jury: [bea.id] };
    const days = {
      opensAt: new Date("2026-12-02T09:00:00.000Z"),
      closesAt: new Date("2026-12-09"),
    };
    await bench.make({ ...third, ...days });
    for (const { id } of projects.slice(0, 2)) await bea.score(id, 9, 2);
    await bea.close(2);
    const dino = await bench.makeJuror();
    const jury = [bea.id, dino.id];
    const made = await repeatRound(db, 2026, 2, { ...AGAIN, jury }, context());
    expect(made).toMatchObject({ number: 4, stage: "semifinalist", reads: 1, openedAt: null });
    expect(await findRound(db, edition, 2)).toMatchObject({ replacedBy: 4 });
    expect(await findRound(db, edition, 3)).toMatchObject({ reads: 4 });
    expect((await cleo.score(projects[0]!.id, 2, 2)).json.code).toBe("evaluation_closed");
    for (const refused of [
      reopenRound(db, 2026, 2, context()),
      repeatRound(db, 2026, 2, { ...AGAIN, jury }, context()),
    ]) {
      await expect(refused).rejects.toMatchObject({ why: "round_replaced" });
    }

    await bench.openAt(new Date("2026-11-25T09:00:00.000Z"));
    expect((await dino.get("projects")).json.round).toMatchObject({ number: 4 });
    expect((await findDecidingRound(db, edition, "semifinalist")).number).toBe(4);
    const [first] = await readCandidates(db, edition, "semifinalist");
    expect(first?.ranked).toMatchObject({ mean: null, evaluators: 0 });
    expect((await dino.get("projects/ranking?round=2")).status).toBe(404);
    expect((await bea.get("projects/ranking?round=2")).json.code).toBe("evaluation_not_closed");
    for (const { id } of projects.slice(0, 2)) await dino.score(id, 3, 4);
    await dino.close(4);
    const [best] = await readCandidates(db, edition, "semifinalist");
    expect(best?.ranked).toMatchObject({ mean: 30, evaluators: 1 });
  });

  test("is refused for the first round, before it opens, and after a release", async () => {
    const bench = await secondRoundBench();
    const { db, bea, projects, context } = bench;
    const given = { ...AGAIN, jury: [bea.id] };
    const again = (number: number) => repeatRound(db, 2026, number, given, context());
    await bench.readFirst();
    await bench.make({ jury: [bea.id] });
    await expect(again(1)).rejects.toMatchObject({ why: "no_round" });
    await expect(again(2)).rejects.toMatchObject({ why: "round_not_open" });
    await bench.select("pre_selected", [projects[0]!.id, projects[1]!.id]);
    await bench.openAt(TIMES.second);
    const early = { ...given, opensAt: TIMES.first };
    await expect(repeatRound(db, 2026, 2, early, context())).rejects.toMatchObject({
      why: "dates_cross",
    });
    await bea.score(projects[0]!.id, 9, 2);
    await bea.close(2);
    await bench.select("semifinalist", [projects[0]!.id]);
    await expect(again(2)).rejects.toMatchObject({ why: "round_released" });
    expect(await findRound(db, bench.edition, 2)).toMatchObject({ replacedBy: null });
  });

  test("decides its stage again when the new round is removed before it opens", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, context } = bench;
    await bench.toSecondRound();
    await repeatRound(db, 2026, 2, { ...AGAIN, jury: [bea.id] }, context());
    await removeRound(db, 2026, 3, context());
    expect((await findDecidingRound(db, edition, "semifinalist")).number).toBe(2);
    await reopenRound(db, 2026, 2, context());
    expect(await findRound(db, edition, 2)).toMatchObject({ closedAt: null, replacedBy: null });
  });
});

describe("the ranking of a stage", () => {
  test("comes from the round made for it, and for other stages from the one before", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, context } = bench;
    await bench.toSecondRound();
    const deciding = async (stage: Parameters<typeof findDecidingRound>[2]) =>
      (await findDecidingRound(db, edition, stage)).number;
    expect(await deciding("pre_selected")).toBe(1);
    expect(await deciding("semifinalist")).toBe(2);
    expect(await deciding("finalist")).toBe(2);
    expect(await deciding("winner")).toBe(2);
    expect(await deciding("challenge_winner")).toBe(1);
    await bea.score(projects[0]!.id, 2, 2);
    await bea.score(projects[1]!.id, 9, 2);
    await bea.close(2);
    const order = async (stage: "pre_selected" | "semifinalist") =>
      (await readCandidates(db, edition, stage)).map(({ nome }) => nome);
    expect(await order("pre_selected")).toEqual(["Alfa", "Beta", "Gamma", "Delta", "Epsilon"]);
    expect(await order("semifinalist")).toEqual(["Beta", "Alfa", "Delta", "Epsilon", "Gamma"]);
    const top = { edition, stage: "semifinalist" as const, graceMinutes: 15 };
    const pick = { top: 1, ties: null };
    const { rows } = await applySelection(db, { ...top, pick }, context(), true);
    expect(rows.map(({ candidate }) => candidate.nome)).toEqual(["Beta"]);
  });

  test("cuts at the ties of its own round, not of the round before", async () => {
    const cut = async (first: readonly number[], second: readonly number[]) => {
      const bench = await secondRoundBench();
      const { db, edition, bea, projects, context } = bench;
      await bench.toSecondRound({}, first);
      for (const [place, value] of second.entries()) {
        await bea.score(projects[place]?.id ?? "", value, 2);
      }
      await bea.close(2);
      const top = { edition, stage: "semifinalist" as const, graceMinutes: 15 };
      const pick = { top: 1, ties: null };
      const { rows } = await applySelection(db, { ...top, pick }, context(), true);
      return rows.map(({ candidate }) => candidate.nome);
    };
    expect(await cut([9, 9, 4, 3, 2], [4, 8])).toEqual(["Beta"]);
    // Tied projects are never separated, so none of them is selected.
    expect(await cut([9, 8, 4, 3, 2], [6, 6])).toEqual([]);
  });

  test("comes from the own round of a prize, which has the projects that take part", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, sendAgain, makeJuror, select, openAt } = bench;
    const [alfa, beta, gamma] = projects.map(({ id }) => id) as [string, string, string];
    await sendAgain(alfa, { fields: { nome: "Alfa", stage: "stage-concept" } });
    await sendAgain(beta, { fields: { nome: "Beta", sustainableretail: "yes" } });
    await sendAgain(gamma, { fields: { nome: "Gamma", stage: "stage-concept" } });
    await bench.readFirst();
    const dino = await makeJuror();
    await bench.make({ stage: "incubation", jury: [bea.id] });
    await bench.make({ stage: "challenge_winner", jury: [dino.id] });
    await select("pre_selected", [alfa, beta, gamma]);
    await openAt(TIMES.second);
    const listed = async (who: typeof bea) =>
      (await who.get("projects?orderby=nome&order=asc")).json.projects.map(
        ({ nome }: { nome: string }) => nome,
      );
    expect([await listed(bea), await listed(dino)]).toEqual([["Alfa", "Gamma"], ["Beta"]]);
    await bea.score(alfa, 3, 2);
    await bea.score(gamma, 8, 2);
    await bea.close(2);
    const best = async (stage: "incubation" | "challenge_winner" | "semifinalist") => {
      const ranked = await readCandidates(db, edition, stage);
      return ranked.filter(({ calibratedRank }) => calibratedRank === 1).map(({ nome }) => nome);
    };
    // Gamma has the first rank for the incubation, which Bea's round decides. Alfa has the first rank for the
    // semifinal, which the first round decides. No project has a rank for the challenge, because its jury has given no
    // scores.
    expect(await best("incubation")).toEqual(["Gamma"]);
    expect(await best("semifinalist")).toEqual(["Alfa"]);
    expect(await best("challenge_winner")).toEqual([]);
  });

  test("a weight blends unrounded values between both parts, and a project without one has no rank", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects } = bench;
    await bench.toSecondRound({ weight: 30 });
    await bea.score(projects[0]!.id, 2, 2);
    await bea.close(2);
    const [alfa, beta] = await readCandidates(db, edition, "semifinalist");
    const { own, before, value } = alfa?.blended ?? {};
    expect([alfa?.nome, own]).toEqual(["Alfa", 20]);
    expect(value).toBeCloseTo(0.3 * (own ?? 0) + 0.7 * (before ?? 0), 10);
    expect(value).toBeGreaterThan(Math.min(own!, before!));
    expect(value).toBeLessThan(Math.max(own!, before!));
    expect(alfa?.calibratedRank).toBe(1);
    expect([beta?.nome, beta?.calibratedRank, beta?.calibrated]).toEqual(["Beta", null, null]);
  });

  test("the cached ranking of each round stays its own when both are asked in turn", async () => {
    const bench = await secondRoundBench();
    const { bea, projects } = bench;
    await bench.toSecondRound();
    for (const { id } of projects.slice(0, 2)) await bea.score(id, 4, 2);
    await bea.close(2);
    for (const [round, rows] of [
      [1, 5],
      [2, 2],
      [1, 5],
      [2, 2],
    ]) {
      const { status, json } = await bea.get(`projects/ranking?round=${round}`);
      expect([round, status, json.rows.length]).toEqual([round, 200, rows]);
    }
  });
});

test("the candidates of two rounds without scores stay their own when both are asked in turn", async () => {
  const bench = await secondRoundBench();
  const { db, edition, bea, projects, sendAgain } = bench;
  const [alfa, beta] = projects.map(({ id }) => id) as [string, string];
  await sendAgain(beta, { fields: { nome: "Beta", sustainableretail: "yes" } });
  await bench.readFirst();
  await bench.make({ jury: [bea.id] });
  await bench.make({ stage: "challenge_winner", jury: [bea.id] });
  await bench.select("pre_selected", [alfa, beta]);
  await bench.openAt(TIMES.second);
  for (const [stage, names] of [
    ["semifinalist", ["Alfa", "Beta"]],
    ["challenge_winner", ["Beta"]],
    ["semifinalist", ["Alfa", "Beta"]],
  ] as const) {
    const inRound = (await readCandidates(db, edition, stage)).filter((one) => one.inRound);
    expect([stage, inRound.map(({ nome }) => nome)]).toEqual([stage, names]);
  }
});

test("a release asks about ties in the ranking of the stage's own round, not of the round before", async () => {
  const asks = async (first: readonly number[], second: readonly number[]) => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, context } = bench;
    const ids = projects.slice(0, 3).map(({ id }) => id);
    await bench.readFirst(first);
    await bench.make({ jury: [bea.id] });
    await bench.select("pre_selected", ids);
    await bench.openAt(TIMES.second);
    for (const [place, id] of ids.entries()) await bea.score(id, second[place] ?? 0, 2);
    await bea.close(2);
    const two = { ...edition, places: { ...edition.places, semifinalist: 2 } };
    const best = { edition: two, stage: "semifinalist" as const, graceMinutes: 15 };
    await applySelection(db, { ...best, pick: { names: ids.slice(0, 1) } }, context(), true);
    const { against } = await previewRelease(db, two, ["semifinalist"]);
    return against.map(({ name }) => name);
  };
  // After the selection of the first project, one place remains. The second and the third project tie for this place
  // only in the round with equal scores (5 and 5).
  expect(await asks([9, 5, 5, 2, 2], [9, 7, 4])).toEqual([]);
  expect(await asks([9, 7, 4, 2, 2], [9, 5, 5])).toEqual(["tie_next"]);
});

describe("reminders", () => {
  test("a change of one round leaves the reminders of a parallel round and of the first round", async () => {
    const bench = await secondRoundBench();
    const { db, deps, ada, bea, clock, projects, context, makeJuror, select, openAt } = bench;
    const kinds = async () => {
      const mails = await db
        .select()
        .from(outbox)
        .where(eq(outbox.template, "evaluation_reminder"));
      return mails.map(({ dedupeKey }) => dedupeKey?.split(":")[1]).sort();
    };
    const dino = await makeJuror();
    await bench.make({ jury: [bea.id] });
    await bench.make({ stage: "challenge_winner", jury: [dino.id] });
    await setJury(db, 2026, 1, [ada.id, bea.id], context());
    clock.now = new Date("2026-10-30T10:00:00.000Z");
    await queueEvaluationReminders(deps, clock.now);
    expect(await kinds()).toEqual(["2026", "2026"]);
    const moved = { closesAt: new Date("2026-11-22T23:00:00.000Z") };
    await setRoundDates(db, 2026, 2, moved, context());
    expect(await kinds()).toEqual(["2026", "2026"]);

    clock.now = TIMES.first;
    await bench.sendAgain(projects[1]!.id, { fields: { sustainableretail: "yes" } });
    await bench.readFirst();
    await select("pre_selected", [projects[0]!.id, projects[1]!.id]);
    await openAt(TIMES.second);
    clock.now = new Date("2026-11-20T12:00:00.000Z");
    await queueEvaluationReminders(deps, clock.now);
    expect(await kinds()).toEqual(["2026-2", "2026-3"]);
    await closeRound(db, 2026, 2, context());
    expect(await kinds()).toEqual(["2026-3"]);
  });

  test("closing one round or moving its end leaves the reminders of another round", async () => {
    const bench = await secondRoundBench();
    const { db, deps, bea, projects, context } = bench;
    const cleo = await bench.toSecondRound();
    bench.clock.now = new Date("2026-11-18T12:00:00.000Z");
    await queueEvaluationReminders(deps, bench.clock.now);
    const keys = async () =>
      (await db.select().from(outbox).where(eq(outbox.template, "evaluation_reminder"))).map(
        ({ userId, dedupeKey }) => [userId, dedupeKey?.split(":")[1]],
      );
    expect((await keys()).sort()).toEqual(
      [
        [bea.id, "2026-2"],
        [cleo.id, "2026-2"],
      ].sort(),
    );
    await bea.score(projects[0]!.id, 5, 2);
    await bea.close(2);
    expect(await keys()).toEqual([[cleo.id, "2026-2"]]);
    const closesAt = new Date("2026-11-25T23:00:00.000Z");
    await setRoundDates(db, 2026, 2, { closesAt }, context());
    expect(await keys()).toEqual([]);
  });

  test("an evaluator who closes one of two parallel rounds keeps the reminders of the other", async () => {
    const bench = await secondRoundBench();
    const { db, deps, clock, bea, projects, sendAgain } = bench;
    const [alfa] = projects.map(({ id }) => id) as [string];
    await sendAgain(alfa, { fields: { sustainableretail: "yes" } });
    await bench.readFirst();
    await bench.make({ jury: [bea.id] });
    await bench.make({ stage: "challenge_winner", jury: [bea.id] });
    await bench.select("pre_selected", [alfa]);
    await bench.openAt(TIMES.second);
    clock.now = new Date("2026-11-18T12:00:00.000Z");
    await queueEvaluationReminders(deps, clock.now);
    const kinds = async () => {
      const reminders = eq(outbox.template, "evaluation_reminder");
      const mails = await db.select().from(outbox).where(reminders);
      return mails.map(({ dedupeKey }) => dedupeKey?.split(":")[1]).sort();
    };
    expect(await kinds()).toEqual(["2026-2", "2026-3"]);
    expect((await bea.close(3)).status).toBe(200);
    expect(await kinds()).toEqual(["2026-2"]);
  });
});

describe("what an evaluator's pages need", () => {
  type Listed = { round?: { number: number } | null; scoring: string; results?: boolean };
  const listed = async (
    juror: Awaited<ReturnType<Awaited<ReturnType<typeof secondRoundBench>>["makeJuror"]>>,
  ) => {
    const { json } = await juror.get("projects_evaluations");
    const all = json.evaluations as Listed[];
    return all.map(({ round, scoring, results }) => [round?.number ?? null, scoring, results]);
  };

  test("the home names the rounds of the evaluator, and another jury that reads now without its dates", async () => {
    const bench = await secondRoundBench();
    const cleo = await bench.toSecondRound();
    const late = await bench.makeJuror();
    expect(await listed(bench.bea)).toEqual([
      [2, "open", false],
      [1, "over", false],
    ]);
    expect(await listed(cleo)).toEqual([[2, "open", false]]);
    expect(await listed(bench.ada)).toEqual([
      [null, "open", undefined],
      [1, "over", true],
    ]);
    const { json } = await late.get("projects_evaluations");
    expect(json.evaluations).toMatchObject([
      { round: null, evaluationDeadlineAt: null, counts: { total: 0 } },
    ]);
    await bench.bea.close(2);
    expect(await listed(bench.bea)).toEqual([
      [2, "open", true],
      [1, "over", true],
    ]);
    expect((await bench.bea.get("projects?round=1")).json.results).toBe(true);
    expect((await cleo.get("projects")).json.results).toBe(false);
    bench.clock.now = new Date("2026-11-28T09:00:00.000Z");
    expect(await listed(bench.ada)).toEqual([[1, "over", true]]);
    expect(await listed(late)).toEqual([]);
  });

  test("a scored project that a correction takes out of the round is marked and accepts no score", async () => {
    const bench = await secondRoundBench();
    const { db, edition, bea, projects, context } = bench;
    await bench.toSecondRound();
    const { id } = projects[0]!;
    await bea.score(id, 7, 2);
    expect((await bea.get(`projects/${id}?round=2`)).json.outside).toBeUndefined();
    const correction = { edition, stage: "pre_selected" as const, names: [id] };
    await applyCorrection(db, { ...correction, outcome: "not_selected" }, context(), true);
    await release(db, edition, ["pre_selected"], context(), { override: true, graceMinutes: 15 });
    const { json } = await bea.get(`projects/${id}?round=2`);
    expect([json.outside, json.evaluation.scores.impact]).toEqual([true, 7]);
    expect((await bea.score(id, 8, 2)).status).toBe(404);
    expect((await bea.get(`projects/${id}?round=1`)).json.outside).toBeUndefined();
  });

  test("mails about a round name it in the reader's language and open it", async () => {
    const bench = await secondRoundBench();
    const { db, deps, bea } = bench;
    await bench.toSecondRound();
    bench.clock.now = new Date("2026-11-18T12:00:00.000Z");
    await queueEvaluationReminders(deps, bench.clock.now);
    await bea.close(2);
    const mails = await db.select().from(outbox).where(eq(outbox.userId, bea.id));
    const cleo = await db.select().from(outbox).where(eq(outbox.template, "evaluation_reminder"));
    const shown = (template: string) => {
      const mail = [...mails, ...cleo].findLast((one) => one.template === template);
      const content = { ...mail!, template, language: "it" } as Parameters<typeof fillMail>[0];
      const { details, link } = fillMail(content, deps.config);
      return [details[0], new URL(link!.url).pathname + new URL(link!.url).search];
    };
    expect(shown("evaluation_reminder")).toEqual([
      ["Lettura", "Seconda lettura"],
      "/dashboard/evaluation?edition=2026&round=2",
    ]);
    expect(shown("evaluation_closed")).toEqual([
      ["Lettura", "Seconda lettura"],
      "/dashboard/evaluation/ranking?edition=2026&round=2",
    ]);
  });
});

test("the mail after a closing promises the ranking only to an evaluator who can read it", async () => {
  const bench = await secondRoundBench();
  const { db, deps, ada, bea, projects } = bench;
  await bench.make({ jury: [bea.id] });
  for (const who of [ada, bea]) {
    await who.score(projects[0]!.id, 7);
    await who.close();
  }
  const sent = async (userId: string) => {
    const mails = await db.select().from(outbox).where(eq(outbox.userId, userId));
    const mail = mails.find(({ template }) => template.startsWith("evaluation_closed"));
    return (["it", "en"] as const).map((language) => {
      const { paragraphs, link } = fillMail(
        { ...mail!, language } as Parameters<typeof fillMail>[0],
        deps.config,
      );
      return [paragraphs[1], new URL(link!.url).pathname.split("/").at(-1)];
    });
  };
  expect(await sent(ada.id)).toEqual([
    [expect.stringMatching(/^Ora puoi leggere la classifica/), "ranking"],
    [expect.stringMatching(/^You can now read the ranking/), "ranking"],
  ]);
  expect(await sent(bea.id)).toEqual([
    [expect.stringMatching(/si apre quando chiudi anche la lettura successiva/), "closing"],
    [expect.stringMatching(/opens when you also close the next one/), "closing"],
  ]);
});

describe("at the same moment", () => {
  test("two directors who close a round close it once", async () => {
    const bench = await secondRoundBench();
    const { db, context } = bench;
    await bench.toSecondRound();
    const both = [1, 2].map(() => closeRound(db, 2026, 2, context()));
    const ends = (await Promise.allSettled(both)).map((one) =>
      one.status === "rejected" ? one.reason.why : one.value.number,
    );
    expect(ends.sort()).toEqual([2, "round_closed"]);
  });

  test("a save, a closing and the opening of the next round never leave a change after the opening", async () => {
    const bench = await secondRoundBench();
    const { db, clock, ada, bea, projects } = bench;
    await bea.score(projects[0]!.id, 9);
    await bea.close();
    await bench.make({ jury: [bea.id], opensAt: TIMES.firstCloses });
    await bench.select("pre_selected", [projects[0]!.id]);
    clock.now = TIMES.firstCloses;
    const work = [
      ...projects.map(({ id }) => ada.score(id, 3, 1)),
      openRounds({ db }, clock.now),
      ...projects.map(({ id }) => ada.score(id, 4, 1)),
      ada.close(1),
    ];
    const answers = await Promise.all(work);
    for (const answer of answers) {
      if (!answer) continue;
      expect([200, 403]).toContain(answer.status);
      if (answer.status === 403) expect(answer.json.code).toBe("evaluation_closed");
    }
    const stored = await db.select().from(evaluations).where(eq(evaluations.evaluatorId, ada.id));
    const kept = answers.filter((answer) => answer?.status === 200 && "scores" in answer.json);
    expect(stored.reduce((sum, { version }) => sum + version, 0)).toBe(kept.length);
    expect((await ada.score(projects[0]!.id, 8, 1)).json.code).toBe("evaluation_closed");
  });
});

test("the position relative to the median comes from the ranking of the round that decides", async () => {
  const bench = await secondRoundBench();
  const { bea, db, edition, makeSent, makeUser, projects } = bench;
  while (projects.length < BAND_PROJECTS) {
    const owner = await makeUser();
    const fields = { nome: `Progetto ${projects.length}` };
    projects.push({ ...(await makeSent({ fields, userId: owner.id })), owner });
  }
  // The second jury scores the projects in the opposite order of the first jury.
  const values = projects.map((_, index) => 10 - index);
  await bench.readFirst(values);
  await bench.make({ jury: [bea.id], feedback: true, band: true });
  await bench.select(
    "pre_selected",
    projects.map(({ id }) => id),
  );
  await bench.openAt(TIMES.second);
  for (const [index, { id }] of projects.entries()) await bea.score(id, index + 1, 2);
  await bea.close(2);
  const first = projects[0]!;
  const staff = await makeUser({ roles: ["staff"] });
  const others = projects.slice(0, -1).map(({ id }) => id);
  const body = { edition: edition.year, stage: "semifinalist", projects: others };
  const asked = { ...body, reasons: ["general.places"] };
  const path = "wp/v2/staff/feedback/reasons";
  const { json: shown } = await bench.api("POST", path, { token: staff.token, body: asked });
  const agreed = { ...asked, reason: "prova", plan: shown.plan };
  const made = await bench.api("POST", path, { token: staff.token, body: agreed });
  expect(made.json.done).toBe(true);
  await bench.select("semifinalist", [projects.at(-1)!.id]);
  const [sent] = await db
    .select({ band: releasedFeedback.band })
    .from(releasedFeedback)
    .where(eq(releasedFeedback.projectId, first.id));
  expect(sent).toEqual({ band: "below" });
});
