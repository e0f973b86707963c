import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DEFAULT_READINGS } from "@/contract/edition-figures";
import type { AssignmentAnswer } from "@/contract/staff/assignment";
import type { Effect } from "@/contract/staff/preview";
import { parseCsv, unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { editions } from "../../db/schema/applications";
import { assignedReadings, assignmentProposals } from "../../db/schema/assignment";
import { outbox } from "../../db/schema/mail";
import { firstRound } from "../../editions/rounds";
import { makeProposals } from "../../evaluations/assignment/propose";
import { readingProgress } from "../../evaluations/reading-progress";
import { queueEvaluationReminders } from "../../evaluations/reminders";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, deps, clock, edition, makeSent, makeEvaluator, makeUser, withdraw } = bench;
const { token } = await makeUser({ roles: ["staff"] });
const auditor = await makeUser({ roles: ["auditor"] });
await db
  .update(editions)
  .set({
    evaluationOpensAt: new Date("2026-10-01T00:00:00.000Z"),
    evaluationClosesAt: new Date("2026-10-11T00:00:00.000Z"),
  })
  .where(eq(editions.id, edition.id));

const all = five(5, 5, 5, 5, 5);
const evaluators: Awaited<ReturnType<typeof makeEvaluator>>[] = [];
for (const firstName of ["Uno", "Due", "Tre", "Quattro"]) {
  evaluators.push(await makeEvaluator({ firstName, lastName: `Prova ${firstName}` }));
}
const [uno, due, tre] = evaluators as [
  (typeof evaluators)[number],
  (typeof evaluators)[number],
  (typeof evaluators)[number],
];
const sent: string[] = [];
for (let count = 0; count < 8; count += 1) sent.push((await makeSent()).id);
const mine = await makeSent({ userId: uno.id });

const get = async (): Promise<AssignmentAnswer> =>
  (await api("GET", "wp/v2/staff/assignment", { token })).json;
const post = (path: string, body: object, as = token) =>
  api("POST", `wp/v2/staff/assignment${path}`, { token: as, body });
/** Requests a proposal for the reading plan and waits until the proposal is done. */
async function propose(readings: number, seed?: number) {
  const { status, json } = await post("/proposal", { readings, seed });
  expect(status).toBe(202);
  for (;;) {
    const { proposal } = await get();
    if (proposal?.id === json.id && proposal?.state === "done") return proposal;
    expect(proposal?.state).not.toBe("failed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const apply = async (proposal: string, more: object = {}) => post("", { proposal, ...more });
async function applyNow(proposal: string) {
  const { json: shown } = await apply(proposal);
  const confirmed = { plan: shown.plan, typed: shown.count, reason: "Troppe per tutti" };
  const { status, json } = await apply(proposal, confirmed);
  expect([status, json.done]).toEqual([200, true]);
  return json;
}
const listOf = async (evaluator: (typeof evaluators)[number]): Promise<string[]> =>
  (await evaluator.get("projects?per_page=100")).json.projects.map(({ id }: { id: string }) => id);
/** Returns the project ids in an evaluator's exported table, and the number of dossiers in the exported zip file. */
async function exportedTo(evaluator: (typeof evaluators)[number]) {
  const bytes = async (query: string) =>
    Buffer.from(await (await evaluator.get(`projects/export?${query}`)).response.arrayBuffer());
  const [, ...rows] = parseCsv((await bytes("table=list")).subarray(3).toString(), ";");
  const names = [...(await unzip(await bytes("format=zip"))).keys()];
  const folders = new Set(names.flatMap((name) => name.match(/\d{4}-\d{6}/)?.[0] ?? []));
  return { ids: rows.map((row) => row.at(-1) ?? ""), dossiers: folders.size };
}
const rowsOf = (evaluatorId: string) =>
  db
    .select()
    .from(assignedReadings)
    .where(
      and(
        eq(assignedReadings.evaluatorId, evaluatorId),
        eq(assignedReadings.editionId, edition.id),
      ),
    );

test("all evaluators read all projects without a plan", async () => {
  const answer = await get();
  expect(answer).toMatchObject({ projects: 9, evaluators: 4, plan: null, proposal: null });
  for (const evaluator of evaluators) expect(await listOf(evaluator)).toHaveLength(9);
});

test("a proposal changes nothing, and the same seed gives the same proposal", async () => {
  expect((await uno.save(sent[0] ?? "", { scores: five(4) })).status).toBe(200);
  const first = await propose(2, 7);
  expect(first.shape).toMatchObject({
    readings: 18,
    begun: 1,
    short: { few: 0, conflicts: 0, capacity: 0, since: 0 },
  });
  expect(first.shape?.loads).toEqual([
    { load: 4, evaluators: 2 },
    { load: 5, evaluators: 2 },
  ]);
  expect(await listOf(due)).toHaveLength(9);
  const readers = async () => (await db.select().from(assignmentProposals))[0]?.readers;
  const was = await readers();
  expect((await propose(2, 7)).id).not.toBe(first.id);
  expect(await readers()).toEqual(was);
  const own = await api("POST", "wp/v2/staff/assignment/proposal", {
    ...{ token: auditor.token, body: { readings: 2 } },
  });
  expect(own.status).toBe(404);
});

test("the matrix shows who would read what with a proposal, before it is applied", async () => {
  const { id, shape } = await propose(2, 7);
  const { readers } = (await db.select().from(assignmentProposals))[0] ?? {};
  const matrix = async (query: string) =>
    (await api("GET", `wp/v2/staff/assignment/matrix?${query}`, { token })).json;
  const proposed = await matrix(`proposal=${id}`);
  const pairs = proposed.cells.flatMap(
    (cell: { evaluator: string; project: string; state: string }) =>
      cell.state === "none" ? [] : [`${cell.project} ${cell.evaluator}`],
  );
  const expected = Object.entries(readers ?? {}).flatMap(([project, own]) =>
    own.map((evaluator) => `${project} ${evaluator}`),
  );
  expect(pairs.sort()).toEqual(expected.sort());
  expect(proposed).toMatchObject({ planned: true, wanted: 2, sums: { given: shape?.readings } });
  expect(await matrix("")).toMatchObject({ planned: false, sums: { given: 35 } });
  const own = expected.filter((pair) => pair.endsWith(due.id));
  expect((await matrix(`proposal=${id}&evaluator=${due.id}`)).found).toBe(own.length);
  const [project = ""] = own[0]?.split(" ") ?? [];
  const reading = `wp/v2/staff/assignment/readings/${project}/${due.id}`;
  const details = await api("GET", `${reading}?proposal=${id}`, { token });
  expect(details.json).toMatchObject({ state: "assigned", wanted: 2, why: ["balance"] });
  const file = await api(
    "GET",
    `wp/v2/staff/assignment/matrix/export?proposal=${id}&evaluator=${due.id}`,
    {
      token,
    },
  );
  const table = Buffer.from(await file.response.arrayBuffer())
    .subarray(3)
    .toString();
  expect(parseCsv(table, ";").slice(1)).toHaveLength(own.length);
  const other = "00000000-0000-4000-8000-000000000000";
  for (const path of [
    `wp/v2/staff/assignment/matrix?proposal=${other}`,
    `${reading}?proposal=${other}`,
  ])
    expect((await api("GET", path, { token })).status).toBe(404);
});

test("readings and seed out of their range are not valid numbers", async () => {
  const { status, json } = await post("/proposal", { readings: 99, seed: -1 });
  expect(status).toBe(422);
  expect(json.data.fields).toEqual({ readings: "invalid_type", seed: "invalid_type" });
});

test("another instance continues the proposal of a stopped one", async () => {
  await db
    .update(assignmentProposals)
    .set({ state: "solving", readers: null })
    .where(eq(assignmentProposals.editionId, edition.id));
  await makeProposals(deps, clock.now);
  expect((await get()).proposal).toMatchObject({ state: "done", readings: 2, seed: 7 });
});

test("evaluators read the assigned projects of an applied plan and never their own", async () => {
  const { id } = await propose(2, 7);
  const shown = (await apply(id)).json;
  // Without a plan, each evaluator would read every project except their own: 35 pairs of evaluator and project. The
  // plan keeps 18 of them.
  expect(shown).toMatchObject({ done: false, count: 17 });
  const counts = Object.fromEntries(shown.effects.map((one: Effect) => [one.name, one.count]));
  expect(counts).toMatchObject({ readings_added: 0, readings_removed: 17, readings_kept: 18 });
  const each = shown.effects.filter(({ name }: Effect) => name === "evaluator_readings");
  expect(each.map(({ facts }: Effect) => facts?.who)).toEqual(
    expect.arrayContaining(["Due Prova Due", "Tre Prova Tre", "Uno Prova Uno"]),
  );
  const sum = (name: string) =>
    each.reduce((all: number, { facts }: Effect) => all + Number(facts?.[name]), 0);
  expect([sum("added"), sum("removed"), sum("kept")]).toEqual([0, 17, 18]);
  const loads = { name: "loads", count: 4, facts: { least: "4", most: "5", apart: "1" } };
  expect(shown.effects).toContainEqual(loads);
  expect(shown.effects).toContainEqual({
    ...{ name: "readings_wanted", count: 2, facts: { before: String(DEFAULT_READINGS) } },
  });
  // Before the first plan, all evaluators had all projects. So the plan's emails list the remaining projects instead of
  // added ones.
  const mails = await api("GET", `wp/v2/staff/assignment/mails?proposal=${id}&place=1`, { token });
  expect(mails.json.mail.details[0]).toEqual({
    label: "I tuoi progetti",
    value: expect.stringMatching(/^[45]$/),
  });
  expect((await apply(id, { plan: shown.plan, typed: 17 })).status).toBe(422);
  expect((await apply(id, { plan: shown.plan, typed: 18, reason: "prova" })).status).toBe(422);
  const { readers } = (await db.select().from(assignmentProposals))[0] ?? {};
  const other = sent.find((one) => !readers?.[one]?.includes(tre.id)) ?? "";
  expect((await tre.save(other, { scores: five(6) })).status).toBe(200);
  const stale = await apply(id, { plan: shown.plan, typed: 17, reason: "prova" });
  expect([stale.status, stale.json.code]).toEqual([412, "plan_changed"]);
  expect((await get()).plan).toBeNull();
  expect((await applyNow(id)).count).toBe(16);

  const { plan } = await get();
  expect(plan).toMatchObject({ readings: 2, shape: { readings: 19, begun: 2 } });
  expect(await listOf(tre)).toContain(other);
  for (const evaluator of evaluators) {
    const own = await listOf(evaluator);
    expect(own).toHaveLength((await rowsOf(evaluator.id)).length);
    expect((await evaluator.get("projects")).json.counts.total).toBe(own.length);
    const { remaining, project } = (await evaluator.get("projects/next")).json;
    expect(remaining).toBe(own.length);
    expect(own).toContain(project.id);
    expect(own).toContain((await evaluator.get(`projects/${own[0]}/neighbours`)).json.next.id);
  }
  expect(await listOf(uno)).not.toContain(mine.id);
  const own = await listOf(tre);
  const { ids, dossiers } = await exportedTo(tre);
  expect(ids.sort()).toEqual(own.toSorted());
  expect(dossiers).toBe(own.length);
});

test("progress, reading progress, and reminders count only assigned projects", async () => {
  const own = await listOf(due);
  for (const id of own) expect((await due.save(id, { scores: all })).status).toBe(200);
  expect((await due.get("projects/next")).json).toEqual({ project: null, remaining: 0 });
  const progress = await readingProgress(db, firstRound(edition));
  expect(progress.find(({ id }) => id === due.id)).toEqual({
    ...{ id: due.id, total: own.length, left: 0, closed: false },
  });
  const { counts } = (await tre.get("projects")).json;
  expect(progress.find(({ id }) => id === tre.id)).toMatchObject({
    ...{ total: counts.total, left: counts.total - counts.scored - counts.recused },
  });
  expect(await queueEvaluationReminders(deps, clock.now)).toBe(3);
  const { checks } = (await api("GET", "wp/v2/staff/today", { token })).json;
  const few = checks.find(({ check }: { check: string }) => check === "few_readings");
  expect(few).toMatchObject({ count: 9, measure: 2 });
});

test("a new plan gives readers to a late project and to a recused one", async () => {
  const late = await makeSent({ fields: { nome: "Ultimo" } });
  await withdraw(sent[7] ?? "");
  const before = await get();
  expect(before.plan?.shape.shortest).toEqual([
    { id: late.id, name: "Ultimo", readers: 0, why: "since" },
  ]);
  // A rule already excludes another evaluator from the project `mine`, so use a different project.
  const [left] = (await listOf(tre)).filter((id) => id !== mine.id);
  expect((await tre.recuse(left ?? "")).status).toBe(204);
  const { id, changes } = await propose(2);
  await applyNow(id);
  const { plan } = await get();
  expect(plan?.shape.shortest).toEqual([]);
  expect((await rowsOf(tre.id)).map(({ projectId }) => projectId)).not.toContain(left);
  // The project stays in the recused evaluator's list, because the recusal can be revoked.
  expect(await listOf(tre)).toContain(left);
  expect(changes?.kept).toBeGreaterThan(12);
  const rows = await rowsOf(due.id);
  expect(rows.length).toBeGreaterThanOrEqual(4);
});

test("a plan reports projects with too few possible readers", async () => {
  const { shape } = await propose(4);
  expect(shape?.short.conflicts).toBeGreaterThan(0);
  expect(shape?.shortest.find(({ id }) => id === mine.id)).toMatchObject({
    ...{ readers: 3, why: "conflicts" },
  });
  expect((await propose(5)).shape?.short.few).toBe(9);
});

test("all evaluators read all projects again after the plan ends", async () => {
  const { json: shown } = await post("/end", {});
  const confirmed = { plan: shown.plan, typed: shown.count, reason: "Siamo in tempo" };
  expect((await post("/end", confirmed)).json.done).toBe(true);
  expect((await get()).plan).toBeNull();
  for (const evaluator of evaluators) expect(await listOf(evaluator)).toHaveLength(9);
  const { acts } = (await api("GET", "wp/v2/staff/acts", { token })).json;
  expect(acts.map(({ act }: { act: string }) => act).slice(0, 3)).toEqual([
    "assignment.end",
    "assignment.apply",
    "assignment.apply",
  ]);
});

test("a plan takes unread readings from an evaluator who has closed, says so, and sends no email there", async () => {
  await applyNow((await propose(2)).id);
  const own = await rowsOf(tre.id);
  const [first] = own;
  expect((await tre.save(first?.projectId ?? "", { scores: all })).status).toBe(200);
  expect((await tre.close()).status).toBe(200);
  const { id, changes } = await propose(2);
  const one = changes?.evaluators.find((row) => row.id === tre.id);
  expect(one).toMatchObject({ closed: true, added: 0 });
  const removed = one?.removed ?? 0;
  expect(removed).toBeGreaterThan(0);
  const { json: shown } = await apply(id, { notify: true });
  expect(shown.effects).toContainEqual({ name: "closed_unread", count: removed });
  const mailed = changes?.evaluators.filter((row) => !row.closed && row.added + row.removed > 0);
  const mails = shown.mails.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect(mails).toBe(mailed?.length);
  const { json } = await api("GET", `wp/v2/staff/assignment/mails?proposal=${id}`, { token });
  expect(json.of).toBe(mailed?.length);
  await db.delete(outbox);
  const confirmed = { plan: shown.plan, typed: shown.count, reason: "prova", notify: true };
  expect((await apply(id, confirmed)).json.done).toBe(true);
  const sent = await db.select().from(outbox).where(eq(outbox.template, "readings_changed"));
  expect(sent).toHaveLength(mailed?.length ?? -1);
  expect(sent.map(({ recipient }) => recipient)).not.toContain(tre.email);
  // Scores of a closed evaluation stay, so the next proposal takes no project from that evaluator.
  const after = (await get()).proposal?.changes;
  expect(after?.evaluators.find((row) => row.id === tre.id)).toMatchObject({
    removed: 0,
    added: 0,
  });
});
