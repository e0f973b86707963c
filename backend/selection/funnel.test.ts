import { and, eq, isNotNull, like, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { FunnelStage } from "@/contract/funnel";
import type { Project } from "@/contract/project-schemas";
import { evaluationBench, five } from "@/tests/support/evaluation";
import { users } from "../../db/schema/accounts";
import { editionLog, projectEvents, projects } from "../../db/schema/applications";
import { decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { planRelease, release } from "./release";
import { applyCorrection, applyUndo, planUndo } from "./revise";
import { applySelection, planSelection } from "./select";

/** A back end after the deadline, with applicants whose tokens are good. */
async function funnelBench() {
  const bench = await evaluationBench({ now: new Date("2026-11-20T10:00:00.000Z") });
  const { db, api, clock, edition, makeUser, makeSent } = bench;
  const act = (reason = "Riunione del 20 novembre") => ({ actor: "Rita", reason, now: clock.now });

  async function makeApplicant(nome: string, more: Partial<Project> = {}, user = {}) {
    const owner = await makeUser(user);
    const sentAt = new Date("2026-09-01T10:00:00.000Z");
    const sent = await makeSent({ userId: owner.id, sentAt, fields: { nome, ...more } });
    const token = owner.token;
    return {
      ...sent,
      email: owner.email,
      timeline: async () =>
        (await api("GET", "wp/v2/project/timeline", { token })).json.events.filter(
          ({ type }: { type: string }) => type === "decision",
        ),
      token,
    };
  }
  const select = (stage: FunnelStage, projects: { id: string }[], override = false) => {
    const names = projects.map(({ id }) => id);
    return applySelection(db, { edition, stage, pick: { names } }, act(), override);
  };
  const undo = (stage: FunnelStage, projects: { id: string }[], override = false) => {
    const names = projects.map(({ id }) => id);
    return applyUndo(db, { edition, stage, names }, act("Errore di lista"), override);
  };
  const publish = (override = false) => release(db, edition, act("Pubblicazione"), override);
  const mails = () =>
    db.select().from(outbox).where(like(outbox.template, "decision%")).orderBy(outbox.recipient);
  return { ...bench, act, makeApplicant, select, undo, publish, mails };
}

describe("from the first selection to a correction", async () => {
  const bench = await funnelBench();
  const { db, edition, clock, act, makeApplicant, select, undo, publish, mails, api } = bench;
  const alfa = await makeApplicant("Alfa", {}, { email: "a@example.org", language: "en" });
  const beta = await makeApplicant("Beta", {}, { email: "b@example.org" });
  const gamma = await makeApplicant("Gamma", {}, { email: "c@example.org" });
  const delta = await makeApplicant("Delta", {}, { email: "d@example.org" });
  const evaluator = await bench.makeEvaluator();
  await evaluator.save(alfa.id, { scores: five(9, 9, 9, 9, 9) });
  await evaluator.close();
  const stages = async () => {
    const { json } = await evaluator.get("projects/ranking");
    const rows: { nome: string; stage: string | null }[] = json.rows;
    return Object.fromEntries(rows.map(({ nome, stage }) => [nome, stage]));
  };

  test("a preview changes nothing", async () => {
    const pick = { names: [alfa.id, "2026-000002"] };
    const plan = await planSelection(db, { edition, stage: "pre_selected", pick, now: clock.now });
    expect(plan.rows.map(({ candidate, action }) => [candidate.nome, action])).toEqual([
      ["Alfa", "select"],
      ["Beta", "select"],
    ]);
    expect(await db.$count(decisions)).toBe(0);
  });

  test("who, why and when are kept; selecting again changes nothing", async () => {
    await select("pre_selected", [alfa, beta, gamma]);
    expect((await select("pre_selected", [alfa])).rows[0]?.action).toBe("keep");
    const rows = await db.select().from(decisions);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      actor: "Rita",
      reason: "Riunione del 20 novembre",
      decidedAt: clock.now,
      outcome: "selected",
      override: false,
      releaseId: null,
    });
    const log = await db.select().from(editionLog);
    expect(log).toMatchObject([
      {
        action: "funnel_selected",
        actor: "Rita",
        data: { "pre_selected selected": "2026-000001 2026-000002 2026-000003" },
      },
    ]);
  });

  test("the order of the stages holds, unless overridden on purpose", async () => {
    await expect(select("semifinalist", [alfa, delta])).rejects.toThrow("1 of 2 are against");
    await select("semifinalist", [alfa, beta]);
    await expect(select("winner", [alfa])).rejects.toThrow("against the rules");
    await select("semifinalist", [delta], true);
    const [row] = await db
      .select()
      .from(decisions)
      .where(and(eq(decisions.projectId, delta.id), eq(decisions.stage, "semifinalist")));
    expect(row?.override).toBe(true);
    await undo("semifinalist", [delta]);
  });

  test("what another stage rests on is not undone, unless overridden", async () => {
    await expect(undo("pre_selected", [beta])).rejects.toThrow("against the rules");
    await undo("semifinalist", [beta]);
    const [undone] = await db
      .select()
      .from(decisions)
      .where(and(eq(decisions.projectId, beta.id), isNotNull(decisions.undoneAt)));
    expect(undone).toMatchObject({ undoneBy: "Rita", undoneReason: "Errore di lista" });
    await expect(undo("semifinalist", [beta])).rejects.toThrow("no unreleased decision");
    const all = await planUndo(db, { edition, stage: "pre_selected", names: "all" });
    expect(all.rows).toHaveLength(3);
  });

  test("nobody learns of it: no timeline, mail, ranking, file or export of one's data", async () => {
    for (const applicant of [alfa, delta]) expect(await applicant.timeline()).toEqual([]);
    expect(await mails()).toEqual([]);
    expect(new Set(Object.values(await stages()))).toEqual(new Set([null]));
    const { response } = await evaluator.get("projects/export");
    expect(await response.text()).not.toMatch(/preselezione|semifinale/);
    const own = await api("GET", "wp/v2/users/me/export", { token: alfa.token });
    expect(Buffer.from(await own.response.arrayBuffer()).toString("latin1")).not.toContain(
      "pre_selected",
    );
  });

  test("if one mail cannot be written, nothing is released", async () => {
    await db.execute(
      sql`alter table outbox add constraint broken check (recipient <> 'd@example.org')`,
    );
    await expect(publish()).rejects.toThrow();
    await db.execute(sql`alter table outbox drop constraint broken`);
    expect(await mails()).toEqual([]);
    expect(await db.$count(projectEvents)).toBe(0);
    expect(await db.$count(decisions, isNotNull(decisions.releaseId))).toBe(0);
  });

  test("all of it is released together, once, in each account's language", async () => {
    const plan = await planRelease(db, edition);
    const planned = plan.rows.map(({ candidate, stage, outcome }) => [
      candidate.nome,
      stage,
      outcome,
    ]);
    expect(planned.sort()).toEqual([
      ["Alfa", "pre_selected", "selected"],
      ["Alfa", "semifinalist", "selected"],
      ["Beta", "pre_selected", "selected"],
      ["Beta", "semifinalist", "not_selected"],
      ["Delta", "pre_selected", "not_selected"],
      ["Gamma", "pre_selected", "selected"],
      ["Gamma", "semifinalist", "not_selected"],
    ]);
    const both = await Promise.allSettled([publish(), publish()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(publish()).rejects.toThrow("nothing to release");
    const sent = (await mails()).map(({ recipient, template, language }) => [
      recipient,
      template,
      language,
    ]);
    expect(sent.sort()).toEqual([
      ["a@example.org", "decision_pre_selected", "en"],
      ["a@example.org", "decision_semifinalist", "en"],
      ["b@example.org", "decision_not_semifinalist", "it"],
      ["b@example.org", "decision_pre_selected", "it"],
      ["c@example.org", "decision_not_semifinalist", "it"],
      ["c@example.org", "decision_pre_selected", "it"],
      ["d@example.org", "decision_not_pre_selected", "it"],
    ]);
    expect(await delta.timeline()).toEqual([
      {
        at: clock.now.toISOString(),
        type: "decision",
        data: { stage: "pre_selected", outcome: "not_selected", correction: false },
      },
    ]);
    expect(await stages()).toEqual({
      Alfa: "semifinalist",
      Beta: "pre_selected",
      Gamma: "pre_selected",
      Delta: null,
    });
    const { response } = await evaluator.get("projects/export");
    expect(await response.text()).toContain(`"semifinale"`);
  });

  test("a released decision is corrected by another one, never changed or undone", async () => {
    await expect(undo("pre_selected", [alfa])).rejects.toThrow("corrected, not undone");
    await expect(select("pre_selected", [delta])).rejects.toThrow('"correct" changes that');
    await expect(
      db.update(decisions).set({ outcome: "selected" }).where(eq(decisions.projectId, delta.id)),
    ).rejects.toMatchObject({ cause: { message: "a released decision does not change" } });
    const correction = { edition, stage: "pre_selected" as const, names: [delta.id] };
    await applyCorrection(
      db,
      { ...correction, outcome: "selected" },
      act("Voti contati due volte"),
      false,
    );
    expect((await stages()).Delta).toBeNull();
    expect(await delta.timeline()).toHaveLength(1);
    await publish();
    expect((await stages()).Delta).toBe("pre_selected");
    expect((await delta.timeline())[0].data).toEqual({
      stage: "pre_selected",
      outcome: "selected",
      correction: true,
    });
    const theirs = (await mails()).filter(({ recipient }) => recipient === "d@example.org");
    expect(theirs).toHaveLength(2);
    expect(theirs.find(({ template }) => template === "decision_corrected_selected")?.data).toEqual(
      { first_name: "Giulia", project: "Delta", stage: "preselezione" },
    );
    // Nobody else hears anything of a correction.
    expect(await mails()).toHaveLength(8);
  });
});

describe("the first of the ranking", async () => {
  const bench = await funnelBench();
  const { db, edition, clock, makeApplicant, select } = bench;
  const names = ["A", "B", "C", "D", "E"];
  const applicants: Awaited<ReturnType<typeof makeApplicant>>[] = [];
  for (const nome of names) applicants.push(await makeApplicant(nome));
  const evaluator = await bench.makeEvaluator();
  // A 90, B 80, C 80, D 50, E without a rank.
  for (const [index, score] of [9, 8, 8, 5].entries()) {
    const scores = five(score, score, score, score, score);
    await evaluator.save(applicants[index]?.id ?? "", { scores });
  }
  await evaluator.close();
  const top = async (n: number, ties: "in" | "out" | null, stage: FunnelStage = "pre_selected") => {
    const plan = await planSelection(db, {
      edition,
      stage,
      pick: { top: n, ties },
      now: clock.now,
    });
    return { ...plan, names: plan.rows.map(({ candidate }) => candidate.nome).join("") };
  };

  test("a line between different ranks is simply a line", async () => {
    expect(await top(1, null)).toMatchObject({ names: "A", blocked: [] });
    expect(await top(3, null)).toMatchObject({ names: "ABC", blocked: [] });
  });

  test("a line never parts equals without being told how", async () => {
    const asked = await top(2, null);
    expect(asked.names).toBe("A");
    expect(asked.blocked).toEqual([
      "The line at 2 parts equals (2026-000002, 2026-000003): --ties in or --ties out.",
    ]);
    expect(await top(2, "in")).toMatchObject({ names: "ABC", blocked: [] });
    expect(await top(2, "out")).toMatchObject({ names: "A", blocked: [] });
  });

  test("who has no rank is never among the first", async () => {
    const plan = await top(5, null);
    expect(plan.names).toBe("ABCD");
    expect(plan.warnings[0]).toContain("Only 4 projects");
  });

  test("later stages look among who passed the earlier one only", async () => {
    await select("pre_selected", applicants.slice(1, 4));
    expect((await top(3, null, "semifinalist")).names).toBe("BCD");
  });

  test("an evaluator still at work is pointed out", async () => {
    await bench.makeEvaluator();
    expect((await top(1, null)).warnings).toEqual([
      "1 of 2 evaluators have not closed: the ranking may change.",
    ]);
  });
});

describe("rules", async () => {
  const bench = await funnelBench();
  const { db, edition, clock, makeApplicant, select, publish, mails } = bench;
  const shop = await makeApplicant("Bottega", { sustainableretail: "yes" });
  const idea = await makeApplicant("Idea", { stage: "stage-concept" });
  const plain = await makeApplicant("Altro");
  await select("pre_selected", [shop, idea, plain]);

  test("the prizes beside the race have their own conditions, and reject nobody", async () => {
    await expect(select("challenge_winner", [idea])).rejects.toThrow("against");
    await expect(select("incubation", [shop])).rejects.toThrow("against");
    await select("challenge_winner", [shop]);
    await select("incubation", [idea]);
    await publish();
    expect((await mails()).map(({ template }) => template).sort()).toEqual([
      "decision_challenge_winner",
      "decision_incubation",
      "decision_pre_selected",
      "decision_pre_selected",
      "decision_pre_selected",
    ]);
  });

  test("there are as many places as the stage has", async () => {
    await expect(select("challenge_winner", [plain, shop])).rejects.toThrow(/for 1 places/);
  });

  test("nobody is selected while applications are open", async () => {
    const pick = { names: [plain.id] };
    const early = { edition, stage: "semifinalist" as const, pick };
    const before = await planSelection(db, { ...early, now: edition.opensAt });
    expect(before.blocked).toEqual(["Applications of 2026 are still open."]);
  });

  test("nor while somebody has more time", async () => {
    const mine = eq(projects.id, plain.id);
    const extendedUntil = new Date("2026-11-20T17:30:00.000Z");
    await db.update(projects).set({ extendedUntil }).where(mine);
    const plan = () =>
      planSelection(db, { edition, stage: "semifinalist", pick: { names: [plain.id] }, now });
    const now = new Date("2026-11-20T10:00:00.000Z");
    expect((await plan()).blocked).toContain(
      "Somebody has more time, until 2026-11-20 18:30, Rome time.",
    );
    await db.update(projects).set({ extendedUntil: null }).where(mine);
    expect((await plan()).blocked).not.toContain(
      "Somebody has more time, until 2026-11-20 18:30, Rome time.",
    );
  });

  test("a project of nobody's list is named; an erased person gets no mail", async () => {
    await expect(select("semifinalist", [{ id: "2026-999999" }])).rejects.toThrow(
      "Not among the edition's sent projects: 2026-999999.",
    );
    await select("semifinalist", [plain]);
    await db.update(users).set({ erasedAt: clock.now }).where(eq(users.id, plain.owner));
    await publish();
    const sent = (await mails()).filter(({ recipient }) => recipient === plain.email);
    expect(sent.map(({ template }) => template)).toEqual(["decision_pre_selected"]);
    const [event] = await db
      .select()
      .from(projectEvents)
      .where(and(eq(projectEvents.projectId, plain.id), sql`data->>'stage' = 'semifinalist'`));
    expect(event?.data.outcome).toBe("selected");
  });
});
