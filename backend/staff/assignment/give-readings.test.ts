import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { EvaluatorReadings } from "@/contract/staff/matrix";
import type { Effect } from "@/contract/staff/preview";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { assignedReadings, fixedReadings } from "../../db/schema/assignment";
import { auditEntries } from "../../db/schema/audit-log";
import { invitations } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { firstRoundKey } from "../../editions/rounds";
import { storeReadingPlan } from "../../evaluations/assignment/apply";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, clock, edition, makeSent, makeEvaluator, makeUser } = bench;
const { token } = await makeUser({ roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
const bruna = await makeEvaluator({ firstName: "Bruna", lastName: "Sala" });
const oscar = await makeEvaluator({ firstName: "Oscar", lastName: "Riva" });
const sent: Record<string, string> = {};
for (const nome of ["Alfa", "Beta", "Gamma", "Delta", "Sestante", "Zeta"]) {
  sent[nome] = (await makeSent({ fields: { nome } })).id;
}
const { Alfa = "", Beta = "", Gamma = "", Delta = "", Zeta = "" } = sent;
const mine = await makeSent({ userId: bruna.id, fields: { nome: "Mia" } });
await db
  .insert(invitations)
  .values({ editionId: edition.id, userId: bruna.id, capacity: 2, conflicts: ["sestante"] });

const path = (id: string) => `wp/v2/staff/assignment/evaluators/${id}`;
const read = async (id = bruna.id): Promise<EvaluatorReadings> =>
  (await api("GET", path(id), { token })).json;
const give = (body: object, id = bruna.id, as = token) =>
  api("POST", `${path(id)}/readings`, { token: as, body });
const names = async () => (await read()).free.map(({ project }) => project.name);

test("without a plan there is nothing to give, and the answer says so", async () => {
  expect(await read()).toMatchObject({ wanted: null, evaluator: { given: 2 }, free: [] });
  expect((await give({ least: 2 })).json.against).toEqual([{ name: "no_plan", count: 1 }]);
});

test("the projects that an evaluator can get are listed from the least read, without excluded ones", async () => {
  await storeReadingPlan(db, firstRoundKey(edition.id), {
    readings: 2,
    readers: { [Alfa]: [bruna.id, oscar.id], [Beta]: [oscar.id], [mine.id]: [oscar.id] },
    now: clock.now,
  });
  await db.insert(fixedReadings).values({
    ...{ editionId: edition.id, projectId: Zeta, evaluatorId: bruna.id },
    ...{ kind: "barred" as const, at: clock.now },
  });
  expect(await names()).toEqual(["Delta", "Gamma", "Beta", "Sestante", "Zeta"]);
  expect((await read()).free.at(-1)?.why_not).toEqual(["barred"]);
  expect((await api("GET", path(auditor.id), { token })).status).toBe(404);
});

test("an evaluator gets the least read projects that it may read, with one email", async () => {
  const body = { least: 2, notify: true };
  const { json: shown } = await give(body);
  expect(shown).toMatchObject({ done: false, count: 2, chosen: [Delta, Gamma], against: [] });
  expect(shown.effects[0]).toMatchObject({
    ...{ name: "evaluator_load", count: 3, facts: { who: "Bruna Sala", before: "1" } },
  });
  const projects = shown.effects.filter(({ name }: Effect) => name === "project_readings");
  expect(projects.map(({ facts }: Effect) => facts?.project)).toEqual(["Delta", "Gamma"]);
  expect(shown.effects).toContainEqual({
    ...{ name: "over_capacity", count: 1, facts: { who: "Bruna Sala" } },
  });
  expect(shown.mails).toMatchObject([{ template: "readings_changed", count: 1 }]);
  const made = await give({ ...body, plan: shown.plan, reason: "Ha tempo" });
  expect([made.status, made.json.done]).toEqual([200, true]);
  const own = eq(assignedReadings.evaluatorId, bruna.id);
  const rows = await db.select().from(assignedReadings).where(own);
  expect(rows.map(({ projectId }) => projectId).sort()).toEqual([Alfa, Delta, Gamma].sort());
  expect(await db.$count(fixedReadings, eq(fixedReadings.kind, "given"))).toBe(2);
  const [mail, ...more] = await db.select().from(outbox).where(eq(outbox.recipient, bruna.email));
  expect(more).toEqual([]);
  expect(mail?.data).toMatchObject({ added: "Delta e Gamma", added_count: "2" });
  const logged = eq(auditEntries.act, "assignment.give");
  expect(await db.$count(auditEntries, logged)).toBe(2);
  // A repeated request assigns further projects. It skips projects with a conflict of interest that the evaluator
  // stated, and projects that staff took from the evaluator.
  expect((await give({ least: 9 })).json).toMatchObject({ count: 1, chosen: [Beta] });
});

test("chosen projects are given, and a stated conflict blocks until staff override it", async () => {
  const body = { projects: [Beta, sent.Sestante ?? ""] };
  const { json: shown } = await give(body);
  expect(shown).toMatchObject({ count: 2, against: [{ name: "stated_conflict", count: 0 }] });
  const refused = await give({ ...body, plan: shown.plan, reason: "x" });
  expect(refused.json.code).toBe("act_refused");
  expect((await give({ projects: [mine.id] })).json.against).toEqual([
    { name: "own_conflict", count: 1 },
  ]);
  const { json } = await give({ ...body, plan: shown.plan, reason: "Altra cosa", anyway: true });
  expect(json.done).toBe(true);
  expect(await names()).toEqual(["Zeta"]);
  expect((await give({ least: 1 })).json.against).toEqual([{ name: "no_free_project", count: 1 }]);
});

test("nothing is given without a number, by an auditor, or to an evaluator who has closed", async () => {
  expect((await give({})).json.data.fields).toEqual({ least: "required" });
  expect((await give({ least: 1 }, bruna.id, auditor.token)).status).toBe(404);
  await oscar.save(Alfa, { scores: five(5, 5, 5, 5, 5) });
  expect((await oscar.close()).status).toBe(200);
  expect(await read(oscar.id)).toMatchObject({ evaluator: { closed: true }, free: [] });
  const { json } = await give({ least: 1 }, oscar.id);
  expect(json.against).toEqual([{ name: "evaluator_closed", count: 1 }]);
});
