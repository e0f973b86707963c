import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { SelectionRow } from "@/contract/staff/selection";
import { behindTheBack, five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { users } from "../../db/schema/accounts";
import { editions, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { evaluationRecords, rankingOpenings } from "../../db/schema/evaluations";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

describe("the selection for staff", async () => {
  const bench = await funnelBench();
  const { db, api, clock, edition, makeApplicant, makeEvaluator, makeUser, sendAgain } = bench;
  const { select, undo, publish } = bench;
  const { token } = await makeUser({ roles: ["staff"] });
  const read = async () => (await api("GET", "wp/v2/staff/selection", { token })).json;
  const [a, b, c, d, unread] = [
    await makeApplicant("A"),
    await makeApplicant("B"),
    await makeApplicant("C"),
    await makeApplicant("D"),
    await makeApplicant("Mai letto"),
  ];
  const evaluator = await makeEvaluator();
  for (const [one, score] of [
    [a, 9],
    [b, 8],
    [c, 8],
    [d, 5],
  ] as const) {
    await evaluator.save(one.id, { scores: five(score, score, score, score, score) });
  }
  await evaluator.recuse(unread.id);
  const late = await makeEvaluator({ email: "late@example.org" });
  await late.recuse(unread.id);
  await evaluator.close();

  test("staff see only the number of closed evaluations before the last one closes", async () => {
    expect(await read()).toEqual({
      edition: edition.year,
      current: true,
      projects: 5,
      evaluators: 2,
      closed: 1,
      opened_at: null,
      results: null,
    });
  });

  test("no export of the selection is possible before the last evaluation closes, with or without a stage", async () => {
    for (const query of ["", "?stage=pre_selected"]) {
      // An export without filters requires re-authentication with a passkey.
      const by = await makeUser({ roles: ["staff"] });
      await markReauthenticated(db, by.sessionId, { byKey: true, now: clock.now });
      const path = `wp/v2/staff/selection/export${query}`;
      const { json } = await api("GET", path, { token: by.token });
      expect([query, json.code]).toEqual([query, "jury_not_closed"]);
    }
  });

  test("a deactivated evaluator does not count as closed", async () => {
    const gone = await makeEvaluator({ email: "gone@example.org" });
    await gone.close();
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, gone.id));
    expect(await read()).toMatchObject({ evaluators: 2, closed: 1, results: null });
  });

  test("an early-opened ranking is readable in its current state", async () => {
    await db.insert(rankingOpenings).values({ editionId: edition.id, at: clock.now });
    const { results, opened_at } = await read();
    expect(opened_at).toBe(clock.now.toISOString());
    expect(results.rows).toHaveLength(5);
    await db.delete(rankingOpenings);
    expect((await read()).results).toBeNull();
  });

  test("the ranking lists the projects in order with unreadable ones and decisions", async () => {
    expect((await late.close()).status).toBe(200);
    const { results } = await read();
    expect(results.rows.map(({ name, rank }: SelectionRow) => [name, rank])).toEqual([
      ["A", 1],
      ["B", 2],
      ["C", 2],
      ["D", 4],
      ["Mai letto", null],
    ]);
    expect(results.rows.map((row: SelectionRow) => row.unreadable)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(results.rows[0]).toMatchObject({ readings: 1, decisions: [], person: "Giulia Ferraro" });
    await select("pre_selected", [a, b, c]);
    const [first] = (await read()).results.stages;
    expect(first).toMatchObject({ places: 50, planned: 3, released: 0, pending: 5, tie: null });
  });

  test("the kept rows change with a decision, a name, a new version and the places", async () => {
    const rowOf = async (id: string) =>
      (await read()).results.rows.find((row: SelectionRow) => row.id === id);
    const [owner] = await db
      .select({ id: projects.userId })
      .from(projects)
      .where(eq(projects.id, d.id));
    const person = (firstName: string) =>
      db
        .update(users)
        .set({ firstName })
        .where(eq(users.id, owner?.id ?? ""));
    expect(await rowOf(d.id)).toMatchObject({ person: "Giulia Ferraro", decisions: [] });
    await person("Giulio");
    expect((await rowOf(d.id)).person).toBe("Giulio Ferraro");
    await person("Giulia");
    await select("pre_selected", [d]);
    expect((await rowOf(d.id)).decisions).toMatchObject([{ outcome: "selected", released: false }]);
    await undo("pre_selected", [d]);
    expect((await rowOf(d.id)).decisions).toEqual([]);
    await sendAgain(d.id, { fields: { nome: "D, di nuovo" } });
    expect((await rowOf(d.id)).name).toBe("D, di nuovo");
    const places = async (pre_selected: number) => {
      const all = { ...edition.places, pre_selected };
      await db.update(editions).set({ places: all }).where(eq(editions.id, edition.id));
      return (await read()).results.stages[0].places;
    };
    expect([await places(7), await places(edition.places.pre_selected)]).toEqual([
      7,
      edition.places.pre_selected,
    ]);
  });

  test("one application has its place in the ranking once the jury has closed", async () => {
    const { result } = (await api("GET", `wp/v2/staff/applications/${a.id}`, { token })).json;
    expect(result).toMatchObject({ rank: 1, calibrated: 90, readings: 1 });
    expect(result.criteria_all.impact).toBe(7.5);
    const before = { count: 3, last: { rank: 2, calibrated: 80 } };
    expect(result).toMatchObject({ of: 4, through: { stage: "pre_selected", ...before } });
    await select("pre_selected", [d]);
    const { result: decided } = (await api("GET", `wp/v2/staff/applications/${a.id}`, { token }))
      .json;
    const { rank, calibrated } = (await read()).results.rows.find(
      (row: SelectionRow) => row.id === d.id,
    );
    expect(rank).toBeGreaterThan(2);
    expect(decided.through).toMatchObject({ count: 4, last: { rank, calibrated } });
    await undo("pre_selected", [d]);
  });

  test("a manipulated evaluation record is named and blocks the release", async () => {
    const [kept] = await db.select().from(evaluationRecords);
    if (!kept) throw new Error("nobody has closed");
    const own = eq(evaluationRecords.id, kept.id);
    const write = (record: unknown) =>
      behindTheBack(db, (tx) =>
        tx
          .update(evaluationRecords)
          .set({ record } as never)
          .where(own),
      );
    expect((await read()).results.altered).toEqual([]);
    await write({ ...(kept.record as object), closed_at: "2026-01-01T00:00:00.000Z" });
    const [owner] = await db.select().from(users).where(eq(users.id, kept.evaluatorId));
    expect((await read()).results.altered).toEqual([owner?.email]);
    const boss = await makeUser({ roles: ["director"] });
    const body = { edition: edition.year, stage: "pre_selected" };
    const release = async () =>
      (await api("POST", "wp/v2/staff/selection/releases", { token: boss.token, body })).json;
    expect((await release()).against).toContainEqual({ name: "records_altered", count: 1 });
    await write(kept.record);
    expect((await read()).results.altered).toEqual([]);
    expect((await release()).against.map(({ name }: { name: string }) => name)).not.toContain(
      "records_altered",
    );
  });

  test("the exported table equals the ranking, requires a passkey, and is logged", async () => {
    const table = async (query: string, by = token) => {
      const { response, status, json } = await api("GET", `wp/v2/staff/selection/export${query}`, {
        token: by,
      });
      return { status, code: json?.code, text: await response.text().catch(() => ""), response };
    };
    expect((await table("")).code).toBe("key_required");
    const stage = await table("?stage=pre_selected");
    expect([stage.status, stage.response.headers.get("X-WP-Total")]).toEqual([200, "3"]);
    const [head, ...lines] = stage.text.replaceAll('"', "").trim().split(/\r?\n/);
    expect(head).toContain("preselezione");
    expect(head).not.toContain("semifinale");
    expect(head).toMatch(/^.?Ricevuta;Progetto;Persona;Email;/);
    expect(lines.map((line) => line.split(";")[1])).toEqual(["A", "B", "C"]);
    expect(lines[0]).toMatch(/;passa, non pubblicato$/);
    const [line] = await db.select().from(auditEntries).orderBy(desc(auditEntries.number)).limit(1);
    expect(line).toMatchObject({
      act: "table.export",
      data: { table: "selection", count: "3", filter: "stage=pre_selected", format: "csv" },
    });
    const nameOf = ({ response }: { response: Response }) =>
      response.headers.get("Content-Disposition");
    expect(nameOf(stage)).toMatch(/"selezione-2026-preselezione-\d{4}-\d{2}-\d{2}-\d{4}\.csv"$/);
    const withKey = await makeUser({ roles: ["staff"] });
    await markReauthenticated(db, withKey.sessionId, { byKey: true, now: clock.now });
    const whole = await table("", withKey.token);
    expect(nameOf(whole)).toMatch(/"selezione-2026-classifica-\d{4}-\d{2}-\d{2}-\d{4}\.csv"$/);
    expect((await table("?stage=finalist")).response.headers.get("X-WP-Total")).toBe("0");
    const applicant = await makeUser();
    expect((await table("?stage=pre_selected", applicant.token)).status).toBe(404);
  });

  test("equal projects at the last place are a tie until staff select one", async () => {
    await publish();
    const winner = async () =>
      (await read()).results.stages.find(({ stage }: { stage: string }) => stage === "winner");
    await select("semifinalist", [a, b, c]);
    await select("finalist", [b, c]);
    expect((await winner()).tie).toEqual({ ids: [b.id, c.id], free: 1, value: 80 });
    await select("winner", [c]);
    expect(await winner()).toMatchObject({ tie: null, planned: 1, pending: 2 });
    const [row] = (await read()).results.rows;
    expect(row.decisions).toEqual([
      { stage: "pre_selected", outcome: "selected", released: true, correction: false },
      { stage: "semifinalist", outcome: "selected", released: false, correction: false },
    ]);
  });
});
