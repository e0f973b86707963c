import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Matrix, Reading } from "@/contract/staff/matrix";
import { parseCsv, unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { editions, projects } from "../../db/schema/applications";
import { assignedReadings, fixedReadings } from "../../db/schema/assignment";
import { auditEntries } from "../../db/schema/audit-log";
import { evaluations, invitations } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { firstRoundKey } from "../../editions/rounds";
import { storeReadingPlan } from "../../evaluations/assignment/apply";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, clock, edition, makeSent, makeEvaluator, makeUser } = bench;
await db
  .update(editions)
  .set({ evaluationClosesAt: new Date("2026-10-30T23:00:00.000Z") })
  .where(eq(editions.id, edition.id));
const staff = await makeUser({ roles: ["staff"], firstName: "Rita", lastName: "Neri" });
const colleague = await makeUser({ roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
await markReauthenticated(db, staff.sessionId, { byKey: true, now: clock.now });

const named = (lastName: string) => makeEvaluator({ firstName: "Vera", lastName });
const [a, b, c, d] = [await named("Aa"), await named("Bb"), await named("Cc"), await named("Dd")];
const [alfa, beta, gamma] = [
  await makeSent({ fields: { nome: "Alfa" } }),
  await makeSent({ fields: { nome: "=Beta", industry: "industry-biotech" } }),
  await makeSent({ fields: { nome: "Gamma" } }),
];
await db.insert(invitations).values([
  { editionId: edition.id, userId: a.id, sectors: ["industry-food"], capacity: 2 },
  { editionId: edition.id, userId: d.id, languages: ["en"], conflicts: ["gam", "GAMMA "] },
]);
const setPlan = () =>
  storeReadingPlan(db, firstRoundKey(edition.id), {
    readings: 2,
    readers: { [alfa.id]: [a.id, b.id], [beta.id]: [b.id, c.id], [gamma.id]: [c.id] },
    now: clock.now,
  });

const BASE = "wp/v2/staff/assignment";
const matrix = async (query = ""): Promise<Matrix> =>
  (await api("GET", `${BASE}/matrix${query}`, { token: staff.token })).json;
const detail = async (project: string, evaluator: string): Promise<Reading> =>
  (await api("GET", `${BASE}/readings/${project}/${evaluator}`, { token: staff.token })).json;
const post = (path: string, body: object, token = staff.token) =>
  api("POST", `${BASE}/readings${path}`, { token, body });
async function make(path: string, body: object, more: object = {}) {
  const { json: shown } = await post(path, body);
  const agreed = { plan: shown.plan, reason: "Conosce l’assistenza", ...more };
  const { status, json } = await post(path, { ...body, ...agreed });
  expect([status, json.done], JSON.stringify(json)).toEqual([200, true]);
  return { shown, json };
}
const readersOf = async (project: string) =>
  (await db.select().from(assignedReadings).where(eq(assignedReadings.projectId, project)))
    .map(({ evaluatorId }) => evaluatorId)
    .sort();
const cell = ({ cells }: Matrix, project: string, evaluator: string) =>
  cells.find((one) => one.project === project && one.evaluator === evaluator);
const mailsTo = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email));

test("without a plan the matrix shows that all read all, and single readings are refused", async () => {
  const own = await matrix(`?evaluator=${c.id}`);
  expect(own.projects).toHaveLength(own.total);
  const found = await matrix();
  expect(found).toMatchObject({
    wanted: 3,
    planned: false,
    total: 3,
    found: 3,
    sums: { given: 11, few: 0 },
  });
  expect(found.projects.map(({ name }) => name)).toEqual(["=Beta", "Alfa", "Gamma"]);
  expect(found.projects.map(({ given }) => given)).toEqual([4, 4, 4]);
  // The edition wants four evaluators per project, so one conflict leaves a project with too few.
  await db.update(editions).set({ readings: 4 }).where(eq(editions.id, edition.id));
  expect((await matrix("?show=few")).projects).toEqual([]);
  await db.update(projects).set({ userId: d.id }).where(eq(projects.id, gamma.id));
  const few = await matrix("?show=few");
  expect(few.projects.map(({ name, given }) => [name, given])).toEqual([["Gamma", 3]]);
  expect(few.sums.few).toBe(1);
  await db.update(projects).set({ userId: gamma.owner }).where(eq(projects.id, gamma.id));
  await db.update(editions).set({ readings: 3 }).where(eq(editions.id, edition.id));
  const { json } = await post("", { project: alfa.id, evaluator: c.id });
  expect(json.against).toEqual([{ name: "no_plan", count: 1 }]);
  const made = await post("", {
    ...{ project: alfa.id, evaluator: c.id },
    ...{ plan: json.plan, reason: "x", anyway: true },
  });
  expect(made.status).toBe(412);
});

test("the matrix shows the readings, their states, the conflicts and the totals", async () => {
  await setPlan();
  await b.save(alfa.id, { scores: five(1) });
  await b.save(beta.id, { scores: five(1, 2, 3, 4, 5) });
  const found = await matrix();
  expect(found).toMatchObject({ wanted: 2, sums: { given: 5, done: 1, begun: 1, few: 1 } });
  expect(cell(found, alfa.id, a.id)).toMatchObject({ state: "assigned", conflict: null });
  expect(cell(found, alfa.id, b.id)?.state).toBe("begun");
  expect(cell(found, beta.id, b.id)?.state).toBe("done");
  expect(cell(found, gamma.id, d.id)).toMatchObject({ state: "none", conflict: "stated" });
  expect(found.evaluators.map(({ given, done }) => [given, done])).toEqual([
    [1, 0],
    [2, 1],
    [2, 0],
    [0, 0],
  ]);
  // Returns the project names that the matrix lists for a filter.
  const names = async (query: string) => (await matrix(query)).projects.map(({ name }) => name);
  expect(await names("?show=few")).toEqual(["Gamma"]);
  expect(await names("?search=BETA")).toEqual(["=Beta"]);
  expect(await names("?sector=industry-biotech")).toEqual(["=Beta"]);
  expect(await names(`?evaluator=${c.id}`)).toEqual(["=Beta", "Gamma"]);
  expect(await names("?per_page=2&page=2")).toEqual(["Gamma"]);
  expect((await matrix("?per_page=2")).pages).toBe(2);
  const read = await api("GET", `${BASE}/matrix`, { token: auditor.token });
  expect(read.status).toBe(200);
  const denied = await post("", { project: alfa.id, evaluator: c.id }, auditor.token);
  expect(denied.status).toBe(404);
});

test("the details say why a reading is given, why not, and who else could read the project", async () => {
  expect(await detail(alfa.id, a.id)).toMatchObject({
    state: "assigned",
    why: ["sector"],
    why_not: [],
  });
  expect((await detail(beta.id, c.id)).why).toEqual(["balance"]);
  const none = await detail(gamma.id, d.id);
  expect(none).toMatchObject({ state: "none", why: [], why_not: ["stated", "language"] });
  expect(none.others.map(({ id, why }) => [id, why])).toEqual([
    [a.id, ["sector"]],
    [b.id, ["balance"]],
  ]);
});

test("a reading given by hand shows its effect first, is fixed, and the log names it without a person's name", async () => {
  const { shown } = await make("", { project: gamma.id, evaluator: a.id });
  expect(shown.effects).toEqual([
    {
      ...{ name: "project_readings", count: 2 },
      facts: { project: "Gamma", before: "1", wanted: "2" },
    },
    { name: "evaluator_load", count: 2, facts: { who: "Vera Aa", before: "1" } },
  ]);
  expect(shown.mails).toEqual([]);
  expect(await readersOf(gamma.id)).toEqual([a.id, c.id].sort());
  const { fixed, why } = await detail(gamma.id, a.id);
  expect(fixed).toMatchObject({ kind: "given", by: "Rita Neri", reason: "Conosce l’assistenza" });
  expect(why).toEqual(["staff"]);
  const [entry] = await db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.act, "assignment.give"));
  expect(entry).toMatchObject({ data: { application: gamma.number }, target: { user: a.id } });
});

test("of two people who assign the same reading, the second gets a clear refusal", async () => {
  const body = { project: beta.id, evaluator: a.id };
  const [one, two] = [await post("", body), await post("", body, colleague.token)];
  expect(two.json.effects.at(-1)).toMatchObject({ name: "other_sector" });
  expect(two.json.effects).toContainEqual({
    ...{ name: "over_capacity", count: 1 },
    facts: { who: "Vera Aa" },
  });
  const agree = (plan: string, token: string) =>
    post("", { ...body, plan, reason: "Serve" }, token);
  expect((await agree(one.json.plan, staff.token)).json.done).toBe(true);
  const late = await agree(two.json.plan, colleague.token);
  expect([late.status, late.json.code]).toEqual([412, "plan_changed"]);
  expect(late.json.data.current.against).toEqual([{ name: "already_reads", count: 1 }]);
  expect(await readersOf(beta.id)).toHaveLength(3);
});

test("a stated conflict blocks a reading until staff decide otherwise", async () => {
  const body = { project: gamma.id, evaluator: d.id };
  const { json: shown } = await post("", body);
  expect(shown.against).toEqual([{ name: "stated_conflict", count: 0 }]);
  const refused = await post("", { ...body, plan: shown.plan, reason: "x" });
  expect(refused.json.code).toBe("act_refused");
  await make("", body, { anyway: true });
  expect((await matrix("?show=conflicts")).projects.map(({ name }) => name)).toEqual(["Gamma"]);
  const { json } = await api("GET", "wp/v2/staff/today", { token: staff.token });
  const check = json.checks.find((one: { check: string }) => one.check === "conflicts_declared");
  expect(check.count).toBe(1);
  await make("/removal", body);
  expect((await matrix("?show=conflicts")).projects).toEqual([]);
});

test("a begun reading is taken only on purpose, and its scores no longer count", async () => {
  const body = { project: alfa.id, evaluator: b.id, notify: true };
  const { json: shown } = await post("/removal", body);
  expect(shown.against).toEqual([{ name: "begun_reading", count: 0 }]);
  expect(shown.effects.at(-1)).toEqual({ name: "scores_void", count: 1 });
  expect(shown.mails).toEqual([{ template: "readings_changed", language: "it", count: 1 }]);
  await make("/removal", body, { anyway: true });
  const [row] = await db
    .select()
    .from(evaluations)
    .where(and(eq(evaluations.evaluatorId, b.id), eq(evaluations.projectId, alfa.id)));
  expect(row).toMatchObject({ impact: 1, recusal: "Lettura tolta da chi organizza" });
  expect(await mailsTo(b.email)).toMatchObject([
    { template: "readings_changed", data: { removed: "Alfa", removed_count: "1" } },
  ]);
  expect((await b.save(alfa.id, { scores: five(9) })).json.code).toBe("reading_taken");
  const back = await api("DELETE", `wp/v2/projects/${alfa.id}/recusal`, { token: b.token });
  expect(back.json.code).toBe("reading_taken");
  expect(
    (await matrix()).cells.find((one) => one.project === alfa.id && one.evaluator === b.id),
  ).toMatchObject({
    ...{ state: "recused", fixed: "barred" },
  });
});

test("a swap moves one reading, mails both people once, and a repeated swap is refused", async () => {
  const body = { project: alfa.id, evaluator: a.id, to: c.id, notify: true };
  const { shown } = await make("/swap", body);
  expect(shown.mails).toEqual([{ template: "readings_changed", language: "it", count: 2 }]);
  expect(await readersOf(alfa.id)).toEqual([c.id]);
  expect((await post("/swap", body)).json.against).toEqual([{ name: "does_not_read", count: 1 }]);
  expect(await mailsTo(a.email)).toHaveLength(1);
  expect(await mailsTo(c.email)).toMatchObject([{ data: { added: "Alfa", added_count: "1" } }]);
});

test("a reading can be fixed and released again, and a closed reading cannot be taken", async () => {
  const body = { project: beta.id, evaluator: c.id };
  await make("/fix", { ...body, fixed: true });
  expect((await detail(beta.id, c.id)).fixed?.kind).toBe("given");
  expect((await post("/fix", { ...body, fixed: true })).json.count).toBe(0);
  await make("/fix", { ...body, fixed: false });
  expect((await detail(beta.id, c.id)).fixed).toBeNull();
  await c.save(beta.id, { scores: five(1, 2, 3, 4, 5) });
  expect((await c.close()).status).toBe(200);
  const { json } = await post("/removal", body);
  expect(json.against).toEqual([{ name: "closed_reading", count: 1 }]);
});

test("the export has one line per reading, harmless cells, and an entry in the log", async () => {
  const get = (query: string) =>
    api("GET", `${BASE}/matrix/export${query}`, { token: staff.token });
  const csv = await get("?format=csv");
  const [head, ...rows] = parseCsv((await csv.response.text()).replace("\uFEFF", ""), ";");
  expect(head?.slice(0, 3)).toEqual(["Persona in giuria", "Progetto", "Ricevuta"]);
  expect(rows.every((row) => !row.some((text) => text.startsWith("=")))).toBe(true);
  expect(rows).toContainEqual(
    expect.arrayContaining(["Vera Cc", "'=Beta", beta.number, "fatta", "equilibrio"]),
  );
  const xlsx = await get(`?format=xlsx&evaluator=${a.id}`);
  const parts = await unzip(Buffer.from(await xlsx.response.arrayBuffer()));
  expect(String(parts.get("xl/worksheets/sheet1.xml"))).not.toContain("Vera Cc");
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.act, "table.export"));
  expect(entries.map(({ data }) => data.table)).toEqual(["assignment", "assignment"]);
  expect(csv.response.headers.get("x-wp-total")).toBe(String(rows.length));
  expect(entries[0]?.data.count).toBe(String(rows.length));
  expect(rows.length).toBeGreaterThan(2);
});

test("ending the plan forgets what was fixed by hand and says so", async () => {
  const end = (body: object) => api("POST", `${BASE}/end`, { token: staff.token, body });
  const { json } = await end({});
  const kept = await db.$count(fixedReadings);
  expect(json.effects).toContainEqual({ name: "fixed_forgotten", count: kept });
  await end({ plan: json.plan, typed: json.count, reason: "Fine" });
  expect(await db.$count(fixedReadings)).toBe(0);
});

test("each evaluator's list says why the plan gives each of its projects to the evaluator", async () => {
  const writer = await makeUser({ language: "en" });
  const english = await makeSent({ fields: { nome: "Delta" }, userId: writer.id });
  await storeReadingPlan(db, firstRoundKey(edition.id), {
    readings: 2,
    readers: { [alfa.id]: [a.id], [beta.id]: [a.id], [gamma.id]: [c.id], [english.id]: [d.id] },
    now: clock.now,
  });
  await make("", { project: gamma.id, evaluator: b.id });
  const because = async ({ get }: typeof a) =>
    Object.fromEntries(
      (await get("projects")).json.projects.map(
        ({ nome, assigned_because }: { nome: string; assigned_because: string[] }) => [
          nome,
          assigned_because,
        ],
      ),
    );
  expect(await because(a)).toMatchObject({ Alfa: ["sector"], "=Beta": ["balance"] });
  expect(await because(b)).toMatchObject({ Gamma: ["staff"] });
  expect(await because(d)).toEqual({ Delta: ["language"] });
});
