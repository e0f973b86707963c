import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Stage } from "@/contract/evaluation/funnel";
import { five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { users } from "../db/schema/accounts";
import { projectEvents, projects } from "../db/schema/applications";
import { previewRelease } from "./release";
import { previewSelection } from "./select";

describe("the first projects of the ranking", async () => {
  const bench = await funnelBench();
  const { db, edition, clock, makeApplicant, select } = bench;
  const names = ["A", "B", "C", "D", "E"];
  const applicants: Awaited<ReturnType<typeof makeApplicant>>[] = [];
  for (const nome of names) applicants.push(await makeApplicant(nome));
  const evaluator = await bench.makeEvaluator();
  // Project A scores 90, B 80, C 80, D 50, and E has no rank.
  for (const [index, score] of [9, 8, 8, 5].entries()) {
    const scores = five(score, score, score, score, score);
    await evaluator.save(applicants[index]?.id ?? "", { scores });
  }
  await evaluator.close();
  const top = async (n: number, ties: "in" | "out" | null, stage: Stage = "pre_selected") => {
    const preview = await previewSelection(db, {
      edition,
      stage,
      pick: { top: n, ties },
      ...{ now: clock.now, graceMinutes: 15 },
    });
    return { ...preview, names: preview.rows.map(({ candidate }) => candidate.nome).join("") };
  };

  test("a cut between different ranks needs no choice", async () => {
    expect(await top(1, null)).toMatchObject({ names: "A", blocked: [] });
    expect(await top(3, null)).toMatchObject({ names: "ABC", blocked: [] });
  });

  test("a cut never separates ties without an instruction", async () => {
    const asked = await top(2, null);
    expect(asked.names).toBe("A");
    expect(asked.blocked).toEqual([
      "Projects tie for place 2 (2026-000002, 2026-000003): add --ties in or --ties out.",
    ]);
    expect(await top(2, "in")).toMatchObject({ names: "ABC", blocked: [] });
    expect(await top(2, "out")).toMatchObject({ names: "A", blocked: [] });
  });

  test("a project without a rank is never among the first", async () => {
    const plan = await top(5, null);
    expect(plan.names).toBe("ABCD");
    expect(plan.warnings[0]).toContain("Only 4 projects");
  });

  test("later stages select only from projects that passed the earlier one", async () => {
    await select("pre_selected", applicants.slice(1, 4));
    expect((await top(3, null, "semifinalist")).names).toBe("BCD");
  });

  test("a selection before all evaluators have closed requires an override", async () => {
    await bench.makeEvaluator();
    const open = "1 of 2 evaluators have not closed: the ranking may still change.";
    expect((await top(1, null)).blocked).toEqual([open]);
    await expect(select("pre_selected", [applicants[0]!])).rejects.toThrow(open);
    expect((await select("pre_selected", [applicants[0]!], true)).rows).toHaveLength(1);
  });

  test("a list with a project without scores requires an override", async () => {
    const names = applicants.map(({ id }) => id);
    const list = { edition, stage: "pre_selected" as const, now: clock.now, graceMinutes: 15 };
    const preview = await previewSelection(db, { ...list, pick: { names, scored: true } });
    expect(preview.blocked).toContain("1 of 5 projects on the list have no score at all.");
  });
});

describe("rules", async () => {
  const bench = await funnelBench();
  const { db, edition, clock, makeApplicant, select, publish, mails } = bench;
  const shop = await makeApplicant("Bottega", { sustainableretail: "yes" });
  const idea = await makeApplicant("Idea", { stage: "stage-concept" });
  const plain = await makeApplicant("Altro");
  await select("pre_selected", [shop, idea, plain]);

  test("the prizes outside the competition have their own conditions and reject no project", async () => {
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

  test("a stage has a limited number of places", async () => {
    await expect(select("challenge_winner", [plain, shop])).rejects.toThrow(/for 1 place\./);
  });

  test("a selection while applications are open requires an override", async () => {
    const pick = { names: [plain.id] };
    const early = { edition, stage: "semifinalist" as const, pick };
    const before = await previewSelection(db, { ...early, now: edition.opensAt, graceMinutes: 15 });
    expect(before.blocked).toEqual(["Applications of 2026 are still open."]);
  });

  test.each([
    ["2026-10-20T21:59:59.000Z", ["still_open"]],
    ["2026-10-20T22:00:00.000Z", ["in_grace"]],
    ["2026-10-20T22:14:59.000Z", ["in_grace"]],
    ["2026-10-20T22:15:00.000Z", []],
  ])(
    "a selection and a release during the grace period require an override: %s",
    async (at, against) => {
      const own = { ...edition, closesAt: new Date("2026-10-20T22:00:00.000Z") };
      const arrivals = { now: new Date(at), graceMinutes: 15 };
      const pick = { names: [plain.id] };
      const chosen = { edition: own, stage: "semifinalist" as const, pick, ...arrivals };
      const plans = [
        await previewSelection(db, chosen),
        await previewRelease(db, own, ["semifinalist"], arrivals),
      ];
      const names = ["still_open", "in_grace"];
      for (const preview of plans) {
        const found = preview.against
          .map(({ name }) => name)
          .filter((name) => names.includes(name));
        expect(found).toEqual(against);
      }
    },
  );

  test("a selection during an extension requires an override", async () => {
    const mine = eq(projects.id, plain.id);
    const extendedUntil = new Date("2026-11-20T17:30:00.000Z");
    await db.update(projects).set({ extendedUntil }).where(mine);
    const plan = () =>
      previewSelection(db, {
        edition,
        stage: "semifinalist",
        pick: { names: [plain.id] },
        now,
        graceMinutes: 15,
      });
    const now = new Date("2026-11-20T10:00:00.000Z");
    expect((await plan()).blocked).toContain(
      "Somebody has more time, until 18:30 on 20 November 2026.",
    );
    await db.update(projects).set({ extendedUntil: null }).where(mine);
    expect((await plan()).blocked).not.toContain(
      "Somebody has more time, until 18:30 on 20 November 2026.",
    );
  });

  test("a project missing from the list is named, and an erased person gets no email", async () => {
    await expect(select("semifinalist", [{ id: "2026-999999" }])).rejects.toThrow(
      "These are not sent projects of the edition: 2026-999999.",
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
