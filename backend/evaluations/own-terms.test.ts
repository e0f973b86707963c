import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { editions } from "../db/schema/applications";
import { auditEntries } from "../db/schema/audit-log";
import { invitations } from "../db/schema/evaluations";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, clock, edition, makeEvaluator, makeUser, freshToken } = bench;
const PATH = "wp/v2/projects_evaluations/terms";
const STATED = {
  languages: ["it"],
  sectors: ["industry-food"],
  conflicts: ["Sestante", "=Forno & Figli"],
};
await db
  .update(editions)
  .set({ evaluationClosesAt: new Date("2026-11-30T23:00:00.000Z") })
  .where(eq(editions.id, edition.id));
const staff = await makeUser({ roles: ["staff"] });
const rowOf = async (id: string) => {
  const { json } = await api("GET", "wp/v2/staff/evaluators", { token: await freshToken(staff) });
  return json.evaluators.find((one: { id: string }) => one.id === id);
};
type Evaluator = Awaited<ReturnType<typeof makeEvaluator>>;
const say = async (who: Evaluator, body: object) =>
  api("POST", PATH, { token: await freshToken(who), body });

test("an evaluator without an invitation states languages, sectors and conflicts, and staff see them", async () => {
  const one = await makeEvaluator();
  expect((await one.get("projects_evaluations/terms")).json).toEqual({
    ...{ capacity: null, languages: [], sectors: [], conflicts: [] },
    ...{ edition: 2026, open: true, until: "2026-11-30T23:00:00.000Z" },
  });
  expect((await say(one, STATED)).json).toMatchObject({ ...STATED, capacity: null });
  expect(await rowOf(one.id)).toMatchObject({ ...STATED, state: "to_begin", invited_at: null });
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.userId, one.id), eq(invitations.editionId, edition.id)));
  expect(row).toMatchObject({ answer: null, invitedAt: null });
});

test("the audit log has the numbers of what an evaluator states, never the names", async () => {
  const one = await makeEvaluator();
  await say(one, STATED);
  const rows = await db.select().from(auditEntries).where(eq(auditEntries.actorId, one.id));
  expect(rows).toMatchObject([
    {
      ...{ act: "evaluation.terms", level: "owner" },
      data: { languages: "1", sectors: "1", conflicts: "2" },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain("Sestante");
});

test("what an evaluator states replaces the answer to the invitation, and keeps the agreed number", async () => {
  const one = await makeEvaluator();
  await db
    .insert(invitations)
    .values({ editionId: edition.id, userId: one.id, capacity: 12, ...STATED } as never);
  const other = { languages: ["it", "en"], sectors: [], conflicts: [] };
  expect((await say(one, other)).json).toMatchObject({ ...other, capacity: 12 });
});

test("wrong values are refused at their field", async () => {
  const one = await makeEvaluator();
  for (const wrong of [
    { languages: ["xx"] },
    { sectors: ["industry-magic"] },
    { conflicts: [""] },
    { conflicts: Array.from({ length: 21 }, (_, index) => `Nome ${index}`) },
  ]) {
    const { status, json } = await say(one, { ...STATED, ...wrong });
    expect([status, Object.keys(json.data.fields)[0]?.split(".")[0]]).toEqual([
      422,
      Object.keys(wrong)[0],
    ]);
  }
});

test("after the own closing and after the evaluation's end nothing can change", async () => {
  const one = await makeEvaluator();
  const two = await makeEvaluator();
  await say(two, STATED);
  expect((await one.close()).status).toBe(200);
  expect((await say(one, STATED)).json.code).toBe("evaluation_closed");
  expect((await one.get("projects_evaluations/terms")).json.open).toBe(false);
  const before = clock.now;
  clock.now = new Date("2026-12-02T00:00:00.000Z");
  expect((await say(two, STATED)).json.code).toBe("evaluation_closed");
  const { json } = await api("GET", PATH, { token: await freshToken(two) });
  expect(json).toMatchObject({ ...STATED, open: false });
  clock.now = before;
});

test("a person on the jury of a later round states conflicts until that round ends", async () => {
  const later = await secondRoundBench();
  const cleo = await later.toSecondRound();
  const state = async (who: Pick<typeof later.bea, "ask">) => {
    const { status, json } = await who.ask("POST", "projects_evaluations/terms", STATED);
    return [status, json.code ?? json.until];
  };
  expect(await state(cleo)).toEqual([200, TIMES.closes.toISOString()]);
  expect(await state(later.bea)).toEqual([200, TIMES.closes.toISOString()]);
  expect(await state(later.ada)).toEqual([403, "evaluation_closed"]);
  expect((await later.bea.close(2)).status).toBe(200);
  expect((await state(later.bea))[1]).toBe("evaluation_closed");
  expect((await later.bea.get("projects_evaluations/terms")).json).toMatchObject({ open: false });
});
