import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { secondRoundBench, TIMES } from "@/tests/support/people/second-round";
import { sessions } from "../../db/schema/accounts";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { roundJurors } from "../../db/schema/rounds";
import { findRound, firstRound } from "../../editions/rounds";
import { countClosed } from "../../evaluations/close/ranking-access";
import { closeRound } from "../../evaluations/rounds/administer-rounds";
import { fillMail } from "../../mail/render";
import { giveRole } from "../../users/administer";

/* Tests that an invited person joins only the jury of the round that the staff area shows (rule evaluation.rounds). */

/** Creates an edition whose second round has not opened, with a staff member who invites people. */
async function scene() {
  const bench = await secondRoundBench();
  const { api, bea, db, deps, edition, freshToken, make, makeUser } = bench;
  await make({ jury: [bea.id] });
  const staff = await makeUser({ roles: ["staff"] });
  const person = await makeUser({ passwordHash: "any", language: "en" });
  const post = async (path: string, body: object, by: typeof staff = staff) =>
    api("POST", `wp/v2/${path}`, { token: await freshToken(by), body });
  /** Previews the invitation to a round, then sends it. */
  async function invite(round: number, capacity: number | null = null) {
    const { email } = person;
    const line = { first_name: "Dina", last_name: "Sol", email, language: "en", capacity };
    const body = { people: [line], round };
    const { json: shown } = await post("staff/evaluators/invitations", body);
    const agreed = { ...body, plan: shown.plan, reason: "altra giuria", typed: shown.count };
    const { json } = await post("staff/evaluators/invitations", agreed);
    return { shown, done: json.done === true };
  }
  const answer = (body: object) => post("users/me/invitation", body, person);
  const asked = async () =>
    (await api("GET", "wp/v2/users/me/invitation", { token: await freshToken(person) })).json;
  const rowIn = async (round: number) => {
    const path = `wp/v2/staff/evaluators?round=${round}`;
    const { json } = await api("GET", path, { token: await freshToken(staff) });
    return json.evaluators.find(({ id }: { id: string }) => id === person.id);
  };
  const seats = async () =>
    (await db.select().from(roundJurors).where(eq(roundJurors.userId, person.id))).map(
      ({ round, capacity }) => [round, capacity],
    );
  const mail = async () => {
    const [sent] = await db
      .select()
      .from(outbox)
      .where(and(eq(outbox.userId, person.id), eq(outbox.template, "invitation_known")));
    return fillMail({ ...sent!, language: "en" } as Parameters<typeof fillMail>[0], deps.config);
  };
  const closed = () => countClosed(db, firstRound(edition));
  return { ...bench, staff, person, post, invite, answer, asked, rowIn, seats, mail, closed };
}

test("a person invited to a later round joins its jury, and the first jury can close without this person", async () => {
  const { db, edition, invite, answer, asked, rowIn, seats, mail, closed, readFirst } =
    await scene();
  const { shown, done } = await invite(2, 10);
  expect(done).toBe(true);
  expect(shown.effects).toMatchObject([
    { name: "invited", count: 1 },
    { name: "in_round", count: 2, facts: { en: "Second reading" } },
    { name: "round_dates", count: 1, facts: { closes: "2026-11-20" } },
  ]);
  expect(await asked()).toMatchObject({
    ...{ round: { number: 2, names: { it: "Seconda lettura" } }, projects: 0, capacity: 10 },
    ...{ opens_at: TIMES.opens.toISOString(), closes_at: TIMES.closes.toISOString() },
  });
  const { details } = await mail();
  expect(details).toContainEqual(["Reading", "Second reading"]);
  expect(JSON.stringify(details)).not.toContain("Projects sent so far");
  expect(await rowIn(2)).toMatchObject({ state: "invited", capacity: 10 });
  expect(await rowIn(1)).toBeUndefined();
  expect(await closed()).toEqual({ all: 2, closed: 0 });

  expect((await answer({ answer: "yes" })).status).toBe(200);
  expect(await seats()).toEqual([[2, 10]]);
  expect(await rowIn(1)).toBeUndefined();
  expect(await rowIn(2)).toMatchObject({ state: "to_begin", capacity: 10 });
  await readFirst();
  expect(await closed()).toEqual({ all: 2, closed: 2 });
  expect(await countClosed(db, (await findRound(db, edition, 2))!)).toEqual({ all: 2, closed: 0 });
});

test("people are invited to a later round after the first one has ended, until the later one ends", async () => {
  const { clock, db, context, invite, answer, post, person, rowIn, seats, select, ...bench } =
    await scene();
  await bench.readFirst();
  await select("pre_selected", [bench.projects[0]!.id]);
  await bench.openAt(TIMES.second);
  const late = await invite(1);
  expect([late.done, late.shown.against]).toMatchObject([false, [{ name: "evaluation_over" }]]);
  expect((await invite(2)).done).toBe(true);
  const selection = { ids: [person.id] };
  const limit = { round: 2, selection, capacity: 3 };
  const { json: shown } = await post("staff/evaluators/capacities", limit);
  const agreed = { ...limit, plan: shown.plan, reason: "meno" };
  expect((await post("staff/evaluators/capacities", agreed)).json.done).toBe(true);
  expect(await rowIn(2)).toMatchObject({ state: "invited", capacity: 3 });
  expect((await answer({ answer: "less", capacity: 2 })).status).toBe(200);
  expect(await seats()).toEqual([[2, 2]]);
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.act, "user.invite"));
  expect(entry?.data).toMatchObject({ role: "evaluator", round: "2" });
});

test("an invitation that waits for an answer does not change to another round", async () => {
  const { invite, rowIn } = await scene();
  expect((await invite(1)).done).toBe(true);
  const other = await invite(2);
  expect([other.done, other.shown.against]).toMatchObject([false, [{ name: "already_invited" }]]);
  expect(await rowIn(1)).toMatchObject({ state: "invited" });
  expect(await rowIn(2)).toBeUndefined();
});

test("nobody joins a round that staff have closed, also with an invitation from before", async () => {
  const { db, context, invite, answer, asked, seats, select, ...bench } = await scene();
  await bench.readFirst();
  await select("pre_selected", [bench.projects[0]!.id]);
  await bench.openAt(TIMES.second);
  expect((await invite(2)).done).toBe(true);
  await closeRound(db, 2026, 2, context());
  expect(await asked()).toMatchObject({ over: true });
  expect((await answer({ answer: "yes" })).json.code).toBe("invitation_over");
  expect(await seats()).toEqual([]);
});

test("staff, who read earlier results, cannot join a later jury that must not see them", async () => {
  const { db, context, clock, person, invite, seats, ...bench } = await scene();
  expect((await invite(2)).done).toBe(true);
  const grant = { role: "staff", granted: true } as const;
  await giveRole(db, person, grant, { ...context(), now: clock.now });
  // A new role ends the person's sessions, so the person signs in again.
  const [session] = await db.insert(sessions).values({ userId: person.id, device: "" }).returning();
  const again = { ...person, sessionId: session!.id };
  const say = async (body: object) => bench.post("users/me/invitation", body, again);
  expect((await say({ answer: "yes" })).json.code).toBe("staff_on_jury");
  expect(await seats()).toEqual([]);
  expect((await say({ answer: "no", words: "" })).status).toBe(200);
  const other = await bench.makeUser({ roles: ["auditor"], passwordHash: "any" });
  const line = { first_name: "A", last_name: "B", email: other.email, language: "it" };
  const body = { people: [{ ...line, capacity: null }], round: 2 };
  const { json } = await bench.post("staff/evaluators/invitations", body);
  expect(json.against).toMatchObject([{ name: "staff_on_jury" }]);
});
