import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { EVALUATOR_STATES } from "@/contract/staff/evaluators";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { peopleOf } from "@/tests/support/people/people";
import { editions } from "../../db/schema/applications";

const bench = await evaluationBench({ now: new Date("2026-10-06T12:00:00.000Z") });
const { api, db, clock, edition, makeSent, makeEvaluator, makeUser } = bench;
const { token } = await makeUser({ roles: ["staff"] });
await db
  .update(editions)
  .set({
    evaluationOpensAt: new Date("2026-10-01T00:00:00.000Z"),
    evaluationClosesAt: new Date("2026-10-11T00:00:00.000Z"),
  })
  .where(eq(editions.id, edition.id));

const all = five(5, 5, 5, 5, 5);
const named = (firstName: string, more: object = {}) =>
  makeEvaluator({ firstName, lastName: `Prova ${firstName}`, ...more });
const get = async (query = "") =>
  (await api("GET", `wp/v2/staff/evaluators?${query}`, { token })).json;
const statesOf = ({ evaluators }: { evaluators: { name: string; state: string }[] }) =>
  Object.fromEntries(evaluators.map(({ name, state }) => [name.split(" ")[0], state]));

const sent = [];
for (let count = 0; count < 4; count += 1) sent.push(await makeSent());
const [a, b, c, d] = sent.map(({ id }) => id) as [string, string, string, string];
const quick = await named("Quick");
const slow = await named("Slow");
const done = await named("Done");
await named("Idle");
const own = await named("Owner");
const mine = await makeSent({ userId: own.id });
await named("Gone", { deactivatedAt: clock.now });
const { email: invited } = await peopleOf(bench).invite();

test("no evaluator is late before applications close", async () => {
  expect((await slow.save(a, { scores: all })).status).toBe(200);
  const closesAt = new Date("2026-10-08T00:00:00.000Z");
  await db.update(editions).set({ closesAt }).where(eq(editions.id, edition.id));
  const before = await get();
  await db.update(editions).set({ closesAt: edition.closesAt }).where(eq(editions.id, edition.id));
  expect(before.pace).toMatchObject({ expected: null, time: 55 });
  expect(statesOf(before)).toMatchObject({ Slow: "on_time", Idle: "to_begin" });
  expect(before.readings).toEqual([
    { readings: 0, projects: 4 },
    { readings: 1, projects: 1 },
  ]);
});

test("an evaluator with fewer readings than expected is late, and a recusal is not owed", async () => {
  for (const id of [a, b]) expect((await quick.save(id, { scores: all })).status).toBe(200);
  expect((await quick.recuse(c)).status).toBe(204);
  expect((await slow.save(d, { scores: five(3, null, null, null, null) })).status).toBe(200);
  for (const id of [a, b, c, d, mine.id]) await done.save(id, { scores: all });
  expect((await done.close()).status).toBe(200);
  const answer = await get();
  expect(answer.pace).toMatchObject({ expected: 2, time: 55 });
  expect(statesOf(answer)).toEqual({
    Quick: "on_time",
    Slow: "late",
    Done: "closed",
    Idle: "late",
    Owner: "late",
    Ada: "invited",
  });
  const [first] = (await get("search=quick")).evaluators;
  expect(first).toMatchObject({ read: 2, total: 4, recused: 1, begun: true, closed_at: null });
  // An evaluator who is behind by less than one reading counts as on time. Therefore the estimated finish is not after
  // the last day.
  expect(first.finishes_at).toBe("2026-10-11T00:00:00.000Z");
  const [owner] = (await get("search=owner")).evaluators;
  expect(owner).toMatchObject({ read: 0, total: 4, recused: 1 });
  expect(answer.counts).toEqual({
    all: 6,
    accepted: 5,
    working: 2,
    begun: 3,
    conflicts: 2,
    states: { invited: 1, unanswered: 0, declined: 0, to_begin: 0, on_time: 1, late: 3, closed: 1 },
  });
});

test("projects are counted by their number of readings, and below the wanted number", async () => {
  const { readings, wanted, below } = await get();
  expect(readings).toEqual([
    { readings: 0, projects: 0 },
    { readings: 1, projects: 3 },
    { readings: 2, projects: 1 },
    { readings: 3, projects: 1 },
  ]);
  expect([wanted, below]).toEqual([3, 4]);
});

test("filters apply to all rows and do not change the counts", async () => {
  const whole = await get();
  for (const state of EVALUATOR_STATES) {
    const some = await get(`state=${state}`);
    expect(some.evaluators).toEqual(
      whole.evaluators.filter((one: { state: string }) => one.state === state),
    );
    expect(some.evaluators).toHaveLength(whole.counts.states[state]);
    expect(some.counts).toEqual(whole.counts);
  }
  const [one] = (await get("state=invited")).evaluators;
  expect(one.email).toBe(invited);
  expect(one.link_until).toBe("2026-10-13T12:00:00.000Z");
  expect((await get("search=nobody+at+all")).evaluators).toEqual([]);
  expect((await api("GET", "wp/v2/staff/evaluators?state=lazy", { token })).status).toBe(422);
});

test("an action on all matches affects the same number of evaluators as the list", async () => {
  const filters = fc.record(
    {
      state: fc.constantFrom(...EVALUATOR_STATES),
      search: fc.constantFrom("prova", "quick", "o", "example.org idle", "nobody"),
    },
    { requiredKeys: [] },
  );
  const ACTS = ["reminders", "capacities", "dismissals", "invitations/again"];
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(...ACTS), async (query, act) => {
      const { evaluators, counts } = await get(`${new URLSearchParams(query)}`);
      if (query.state && !query.search) expect(counts.states[query.state]).toBe(evaluators.length);
      const selection = { query, count: evaluators.length };
      const body = { selection, ...(act === "capacities" && { capacity: 2 }) };
      const shown = await api("POST", `wp/v2/staff/evaluators/${act}`, { token, body });
      expect(shown.status).toBe(200);
      const against = shown.json.against as { count: number }[];
      const about = against.reduce((all, { count }) => all + count, shown.json.count);
      expect([query, act, about]).toEqual([query, act, evaluators.length]);
    }),
    { numRuns: 40 },
  );
});
