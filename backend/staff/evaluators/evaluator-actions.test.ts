import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Matrix } from "@/contract/staff/matrix";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { peopleOf } from "@/tests/support/people/people";
import { mailTokens, sessions, users } from "../../db/schema/accounts";
import { editions } from "../../db/schema/applications";
import { assignments } from "../../db/schema/assignment";
import { auditEntries } from "../../db/schema/audit-log";
import { evaluationRecords, invitations } from "../../db/schema/evaluations";
import { findShownRound, firstRoundKey } from "../../editions/rounds";
import { storeReadingPlan } from "../../evaluations/assignment/apply";
import { fewReadingsNow } from "../../evaluations/reading-progress";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, edition, makeSent, makeEvaluator, makeUser } = bench;
const { tokenFor, mailsTo } = peopleOf(bench);
const { token } = await makeUser({ roles: ["staff"] });
await db
  .update(editions)
  .set({
    evaluationOpensAt: new Date("2026-10-01T00:00:00.000Z"),
    evaluationClosesAt: new Date("2026-10-11T00:00:00.000Z"),
  })
  .where(eq(editions.id, edition.id));
const { id: first } = await makeSent();
for (let count = 0; count < 3; count += 1) await makeSent();

type Body = Record<string, unknown>;
const send = (path: string, body: Body, as = token) =>
  api("POST", `wp/v2/staff/evaluators/${path}`, { token: as, body });
/** Previews an action and then executes it. Returns both results. */
async function carryOut(path: string, body: Body, more: Body = {}, as = token) {
  const shown = await send(path, body, as);
  expect([shown.status, shown.json.done]).toEqual([200, false]);
  const given = { ...body, reason: "prova", plan: shown.json.plan, ...more };
  return { shown: shown.json, made: await send(path, given, as) };
}
const list = async (query = "") =>
  (await api("GET", `wp/v2/staff/evaluators?${query}`, { token })).json;
const stateOf = async (email: string) =>
  (await list()).evaluators.find((one: { email: string }) => one.email === email)?.state;
const person = (email: string, more: object = {}) => ({
  first_name: "Elena",
  last_name: "Bassi",
  language: "it",
  capacity: null,
  email,
  ...more,
});

test("an evaluator is invited, accepts fewer projects, and is listed, late, and reminded with consistent counts", async () => {
  const people = [person("elena@example.org"), person("tom@example.org", { language: "en" })];
  const { shown, made } = await carryOut("invitations", { people });
  expect(shown).toMatchObject({
    count: 2,
    effects: [
      { name: "invited", count: 2 },
      { name: "finds_until", count: 4, facts: { until: "2026-10-11T02:00" } },
    ],
    mails: [
      { template: "invitation", language: "en", count: 1 },
      { template: "invitation", language: "it", count: 1 },
    ],
    against: [],
  });
  expect(made.json).toMatchObject({ done: true, count: 2 });
  expect(await list("state=invited")).toMatchObject({
    counts: { all: 2, accepted: 0, states: { invited: 2, late: 0 } },
    evaluators: [{ capacity: null }, { answered_at: null }],
  });

  const link = await tokenFor("elena@example.org");
  const answer = { answer: "less", capacity: 2, conflicts: ["Forno Rossi"] };
  const body = { token: link, password: "barcone-pesca-ottone", answer };
  expect((await api("POST", "wp/v2/users/login/invitation", { body })).status).toBe(200);
  const no = { token: await tokenFor("tom@example.org"), words: "Non ho tempo" };
  expect((await api("POST", "wp/v2/users/invitation/no", { body: no })).status).toBe(204);

  const whole = await list();
  expect(whole.counts).toMatchObject({
    all: 2,
    accepted: 1,
    states: { invited: 0, declined: 1, late: 1 },
  });
  expect((await list("state=declined")).evaluators).toMatchObject([
    { email: "tom@example.org", words: "Non ho tempo" },
  ]);
  const late = await list("state=late");
  expect(late.evaluators).toMatchObject([{ email: "elena@example.org", capacity: 2 }]);
  const all = { query: { state: "late" }, count: late.evaluators.length };
  const reminded = await carryOut("reminders", { selection: all });
  expect(reminded.shown).toMatchObject({
    count: 1,
    mails: [{ template: "evaluation_reminder", count: 1 }],
  });
  expect(reminded.made.json.done).toBe(true);
  const again = await send("reminders", { selection: all });
  expect(again.json).toMatchObject({ count: 0, against: [{ name: "reminded_today", count: 1 }] });
});

test("an evaluator who accepts and then declines is shown to staff as declined, with the reason", async () => {
  const email = "twice@example.org";
  const { token: own } = await makeUser({ email, passwordHash: "any" });
  await carryOut("invitations", { people: [person(email)] });
  const say = (body: object) => api("POST", "wp/v2/users/me/invitation", { token: own, body });
  expect((await say({ answer: "yes" })).status).toBe(200);
  expect(["declined", "invited"]).not.toContain(await stateOf(email));
  expect((await say({ answer: "no", words: "Ho cambiato lavoro" })).status).toBe(200);
  const { evaluators } = await list("state=declined&search=twice");
  expect(evaluators).toMatchObject([{ email, words: "Ho cambiato lavoro" }]);
});

describe("an invitation", () => {
  test("an invitation skips evaluators, invited people, and people who declined, and names them", async () => {
    const evaluator = await makeEvaluator({ firstName: "Anna", lastName: "Ferrero" });
    const left = await makeUser({ deactivatedAt: bench.clock.now });
    const named = { firstName: "Sara", lastName: "Lorenzi" };
    const owner = await makeUser({ ...named, passwordHash: "any" });
    await makeSent({ userId: owner.id });
    await carryOut("invitations", { people: [person("open@example.org")] });
    const people = [
      person(evaluator.email, { first_name: "Anna", last_name: "Ferrero" }),
      person("tom@example.org", { first_name: "Tom", last_name: "Ward" }),
      person("open@example.org"),
      person(left.email, { first_name: "Ugo", last_name: "" }),
      person(owner.email, { first_name: "Sara", last_name: "Lorenzi", capacity: 30 }),
    ];
    const { shown, made } = await carryOut("invitations", { people });
    expect(shown.against).toEqual([
      {
        name: "evaluates_already",
        count: 1,
        facts: { who: "Anna Ferrero", emails: evaluator.email },
      },
      { name: "declined", count: 1, facts: { who: "Tom Ward", emails: "tom@example.org" } },
      {
        name: "already_invited",
        count: 1,
        facts: { who: "Elena Bassi", emails: "open@example.org" },
      },
      { name: "closed", count: 1, facts: { who: "Ugo", emails: left.email } },
    ]);
    expect(shown.effects.at(-1)).toEqual({
      name: "will_be_recused",
      count: 1,
      facts: { who: "Sara Lorenzi" },
    });
    expect(made.json.code).toBe("act_refused");
    const { made: kept } = await carryOut("invitations", { people }, { anyway: true });
    expect(kept.json).toMatchObject({ done: true, count: 1 });
    expect((await mailsTo(owner.email)).map(({ template }) => template)).toEqual([
      "invitation_known",
    ]);
    const [row] = (await list(`search=${owner.email}`)).evaluators;
    expect(row).toMatchObject({ state: "invited", capacity: 30 });
  });

  test("an invitation expires and is sent again to people without an answer", async () => {
    await carryOut("invitations", { people: [person("slow@example.org")] });
    const [slow] = await db.select().from(users).where(eq(users.email, "slow@example.org"));
    const ago = new Date(bench.clock.now.getTime() - 8 * 86_400_000);
    const theirs = eq(invitations.userId, slow?.id ?? "");
    await db.update(invitations).set({ invitedAt: ago }).where(theirs);
    await db
      .update(mailTokens)
      .set({ expiresAt: ago })
      .where(eq(mailTokens.userId, slow?.id ?? ""));
    expect(await stateOf("slow@example.org")).toBe("unanswered");
    const { evaluators } = await list("search=slow");
    const ids = [evaluators[0].id, (await list("state=declined")).evaluators[0].id];
    const { shown, made } = await carryOut(
      "invitations/again",
      { selection: { ids } },
      { anyway: true },
    );
    expect(shown).toMatchObject({ count: 1, against: [{ name: "has_answered", count: 1 }] });
    expect(made.json.done).toBe(true);
    expect(await stateOf("slow@example.org")).toBe("invited");
  });
});

test("the agreed number of projects is in the list and in the audit log", async () => {
  const evaluator = await makeEvaluator();
  const { shown } = await carryOut("capacities", {
    selection: { ids: [evaluator.id] },
    capacity: 7,
  });
  expect(shown.effects).toEqual([{ name: "capacity", count: 1, facts: { capacity: "7" } }]);
  expect((await list(`search=${evaluator.email}`)).evaluators[0]).toMatchObject({
    capacity: 7,
    invited_at: null,
    state: "late",
  });
  const log = (await api("GET", "wp/v2/staff/acts?act=evaluation.capacity", { token })).json;
  expect(log.acts[0]).toMatchObject({ facts: { capacity: "7" }, level: "web" });
});

test("leaving evaluators lose open scores and keep closed ones", async () => {
  const [closed, open] = [await makeEvaluator(), await makeEvaluator()];
  for (const one of [closed, open]) {
    await one.save(first, { scores: five(5, 5, 5, 5, 5) });
  }
  await closed.close();
  await db.update(editions).set({ readings: 9 }).where(eq(editions.id, edition.id));
  const selection = { ids: [closed.id, open.id] };
  const { id: pastId } = await bench.makeEdition({ year: 2023 });
  await db.insert(invitations).values([
    { editionId: pastId, userId: closed.id, capacity: 5 },
    { editionId: edition.id, userId: closed.id, capacity: 7 },
  ]);
  const { shown, made } = await carryOut("dismissals", { selection });
  const kept = await db.select().from(invitations).where(eq(invitations.userId, closed.id));
  expect(kept.map(({ capacity }) => capacity)).toEqual([5]);
  expect(shown.effects).toEqual([
    { name: "dismissed", count: 2 },
    { name: "closed_stays", count: 1 },
    { name: "begun_is_void", count: 1 },
    { name: "readings_few", count: 5 },
  ]);
  expect(made.json.done).toBe(true);
  const [row] = await db.select().from(users).where(eq(users.id, closed.id));
  expect(row?.roles).toEqual([]);
  expect(await db.$count(evaluationRecords, eq(evaluationRecords.evaluatorId, closed.id))).toBe(1);
  expect(await stateOf(open.email)).toBeUndefined();

  const get = async (path: string) => (await api("GET", `wp/v2/staff/${path}`, { token })).json;
  const matrix: Matrix = await get("assignment/matrix");
  const others = matrix.evaluators.filter(({ left }) => !left).length;
  expect(matrix.evaluators.find(({ id }) => id === open.id)).toBeUndefined();
  expect(matrix.evaluators.find(({ id }) => id === closed.id)).toMatchObject({
    ...{ closed: true, left: true, given: 1, done: 1 },
  });
  const cellsOf = (project: string) =>
    matrix.cells.filter((one) => one.project === project && one.evaluator === closed.id);
  expect(cellsOf(first)).toMatchObject([{ state: "done" }]);
  const given = new Map(matrix.projects.map((one) => [one.id, one.given]));
  expect(given.get(first)).toBe(others + 1);
  const rest = [...given].filter(([id]) => id !== first);
  expect(rest.map(([, number]) => number)).toEqual(rest.map(() => others));
  // Scores of a closed evaluation stay in the ranking, so the project still counts as read.
  const round = await findShownRound(db, edition, undefined, bench.clock.now);
  const { readings } = await fewReadingsNow(db, round, bench.clock.now);
  expect(readings[1]?.projects).toBe(1);

  await storeReadingPlan(db, firstRoundKey(edition.id), {
    readings: 1,
    readers: { [first]: [closed.id, open.id] },
    now: bench.clock.now,
  });
  const planned: Matrix = await get("assignment/matrix");
  expect(planned.projects.find(({ id }) => id === first)).toMatchObject({ given: 1, done: 1 });
  expect(planned.cells.filter(({ evaluator }) => evaluator === open.id)).toEqual([]);
  await db.delete(assignments);
});

test("removing an evaluator shows how many projects lose a planned reading, and how many then have too few", async () => {
  const [leaver, other] = [await makeEvaluator(), await makeEvaluator()];
  const [a, b, c] = [await makeSent(), await makeSent(), await makeSent()];
  await storeReadingPlan(db, firstRoundKey(edition.id), {
    readings: 1,
    readers: { [a.id]: [leaver.id, other.id], [b.id]: [leaver.id], [c.id]: [other.id] },
    now: bench.clock.now,
  });
  const shownFor = async (ids: string[]) =>
    (await send("dismissals", { selection: { ids } })).json.effects;
  expect(await shownFor([leaver.id])).toEqual([
    { name: "dismissed", count: 1 },
    { name: "readings_lost", count: 2 },
    { name: "readings_few", count: 1 },
  ]);
  expect(await shownFor([leaver.id, other.id])).toEqual([
    { name: "dismissed", count: 2 },
    { name: "readings_lost", count: 3 },
    { name: "readings_few", count: 3 },
  ]);
  await leaver.recuse(b.id);
  expect(await shownFor([leaver.id])).toEqual([
    { name: "dismissed", count: 1 },
    { name: "begun_is_void", count: 1 },
    { name: "readings_lost", count: 1 },
  ]);
});

test("only a director with a recent passkey reopens a closed evaluation", async () => {
  const evaluator = await makeEvaluator();
  await evaluator.close();
  const path = `${evaluator.id}/reopening`;
  expect((await send(path, {})).status).toBe(404);
  const director = await makeUser({ roles: ["director"] });
  const shown = await send(path, {}, director.token);
  expect(shown.json).toMatchObject({ count: 1, effects: [{ name: "reopened", count: 1 }] });
  const { plan } = shown.json;
  const given = { reason: "un errore", plan };
  expect((await send(path, given, director.token)).json.code).toBe("key_required");
  await db
    .update(sessions)
    .set({ keyProvedAt: bench.clock.now })
    .where(eq(sessions.id, director.sessionId));
  const made = await send(path, given, director.token);
  expect([made.status, made.json.done ?? made.json.code]).toEqual([200, true]);
  expect((await send(path, {}, director.token)).json.code).toBe("not_found");
  const mails = await mailsTo(evaluator.email);
  expect(mails.map(({ template }) => template)).toEqual([
    "evaluation_closed",
    "evaluation_reopened",
  ]);
  expect(await db.$count(auditEntries, eq(auditEntries.act, "evaluation.reopen"))).toBe(1);
});

test("the jury of a past edition cannot change", async () => {
  const old = await bench.makeEdition({ year: 2024 });
  const selection = { query: { edition: old.year }, count: 0 };
  expect((await send("reminders", { selection })).status).toBe(404);
  expect((await list("edition=2024")).current).toBe(false);
});
