import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { STAGE_IDS, type Stage } from "@/contract/evaluation/funnel";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { projectEvents, projects, submissions } from "../db/schema/applications";
import { auditEntries } from "../db/schema/audit-log";
import { decisions } from "../db/schema/evaluations";
import { outbox } from "../db/schema/mail";
import { extendDeadline } from "../project/extend-deadline";
import { previewRelease, release } from "./release";
import { applyCorrection, previewUndo } from "./revise";
import { previewSelection } from "./select";

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

  test("a preview of a selection changes nothing", async () => {
    const pick = { names: [alfa.id, "2026-000002"] };
    const preview = await previewSelection(db, {
      edition,
      stage: "pre_selected",
      pick,
      now: clock.now,
      graceMinutes: 15,
    });
    expect(preview.rows.map(({ candidate, action }) => [candidate.nome, action])).toEqual([
      ["Alfa", "select"],
      ["Beta", "select"],
    ]);
    expect(await db.$count(decisions)).toBe(0);
  });

  test("a selection stores person, reason, and time, and selecting again changes nothing", async () => {
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
    expect(await db.select().from(auditEntries)).toMatchObject([
      {
        act: "funnel.select",
        words: { actor: { text: "Rita" } },
        data: { "pre_selected selected": "2026-000001 2026-000002 2026-000003" },
      },
    ]);
  });

  test("a project cannot skip a stage without an override", async () => {
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

  test("a decision that a later stage depends on cannot be undone without an override", async () => {
    await expect(undo("pre_selected", [beta])).rejects.toThrow("against the rules");
    await undo("semifinalist", [beta]);
    const [undone] = await db
      .select()
      .from(decisions)
      .where(and(eq(decisions.projectId, beta.id), isNotNull(decisions.undoneAt)));
    expect(undone).toMatchObject({ undoneBy: "Rita", undoneReason: "Errore di lista" });
    await expect(undo("semifinalist", [beta])).rejects.toThrow("no unreleased decision");
    const all = await previewUndo(db, { edition, stage: "pre_selected", names: "all" });
    expect(all.rows).toHaveLength(3);
  });

  test("an unreleased decision appears in no timeline, email, ranking, file, or data export", async () => {
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

  test("a release is rolled back when one email cannot be queued", async () => {
    await db.execute(
      sql`alter table outbox add constraint broken check (recipient <> 'd@example.org')`,
    );
    await expect(publish()).rejects.toThrow();
    await db.execute(sql`alter table outbox drop constraint broken`);
    expect(await mails()).toEqual([]);
    expect(await db.$count(projectEvents)).toBe(0);
    expect(await db.$count(decisions, isNotNull(decisions.releaseId))).toBe(0);
  });

  test("a release publishes all decisions once, in each account's language", async () => {
    const preview = await previewRelease(db, edition, STAGE_IDS);
    const planned = preview.rows.map(({ candidate, stage, outcome }) => [
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

  test("stages are released one at a time and in order", async () => {
    await select("finalist", [alfa]);
    await select("winner", [alfa]);
    const one = (stage: Stage) =>
      release(db, edition, [stage], act("Una alla volta"), { override: false, graceMinutes: 15 });
    await expect(one("winner")).rejects.toThrow("1 decisions for finalist are not released");
    const before = (await mails()).length;
    const preview = await previewRelease(db, edition, ["finalist"]);
    expect(new Set(preview.rows.map(({ stage }) => stage))).toEqual(new Set(["finalist"]));
    await one("finalist");
    expect(await mails()).toHaveLength(before + 1);
    expect(await db.$count(decisions, isNull(decisions.releaseId))).toBe(3);
    await undo("winner", [alfa]);
  });

  test("deadlines cannot be extended after a release", async () => {
    const late = extendDeadline(db, "d@example.org", "2026-11-30", act("Era in viaggio"));
    await expect(late).rejects.toThrow("The selection of 2026 has been announced");
    expect(await db.$count(projects, isNotNull(projects.extendedUntil))).toBe(0);
    expect(await db.$count(outbox, eq(outbox.template, "deadline_extended"))).toBe(0);
  });

  test("a released decision is corrected by a new decision and never changed or undone", async () => {
    await expect(undo("pre_selected", [alfa])).rejects.toThrow("instead of undoing it");
    await expect(select("pre_selected", [delta])).rejects.toThrow('use "correct"');
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
    expect(await mails()).toHaveLength(9);
  });
});

describe("the recipients of a release", async () => {
  const bench = await funnelBench();
  const { db, makeApplicant, makeUser, edition, select, undo, publish, mails } = bench;
  const [kept, dropped] = [
    await makeApplicant("Tenuto", {}, { email: "kept@example.org" }),
    await makeApplicant("Lasciato", {}, { email: "dropped@example.org" }),
  ];

  test("a decision that was undone and made again sends one email, with the last outcome", async () => {
    await select("pre_selected", [kept, dropped]);
    await undo("pre_selected", [kept, dropped]);
    await select("pre_selected", [kept]);
    await publish();
    const sent = (await mails()).map(({ recipient, template }) => [recipient, template]);
    expect(sent).toEqual([
      ["dropped@example.org", "decision_not_pre_selected"],
      ["kept@example.org", "decision_pre_selected"],
    ]);
  });

  test("an applicant who never sent, or withdrew, gets no decision and no email", async () => {
    const drafting = await makeUser({ email: "draft@example.org" });
    const fields = { nome: "Bozza" };
    await db.insert(projects).values({ editionId: edition.id, userId: drafting.id, fields });
    const gone = await makeApplicant("Ritirato", {}, { email: "gone@example.org" });
    await db.update(submissions).set({ current: false }).where(eq(submissions.projectId, gone.id));
    await select("semifinalist", [kept]);
    await publish();
    const reached = (await mails()).map(({ recipient }) => recipient);
    expect(reached).not.toContain("draft@example.org");
    expect(reached).not.toContain("gone@example.org");
    expect(await db.$count(decisions, eq(decisions.projectId, gone.id))).toBe(0);
  });
});
