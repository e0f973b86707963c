import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { romeDay, romeInstant } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import type { EditionDate } from "@/contract/staff/editions";
import type { Effect } from "@/contract/staff/preview";
import { runs } from "@/tests/support/attack";
import { evaluationBench } from "@/tests/support/people/evaluation";
import type { Database } from "../../db/connect";
import { editions, projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { setDate } from "../../editions/administer-editions";
import { findCurrentEdition, listEditions } from "../../editions/edition";
import { queueEvaluationReminders } from "../../evaluations/reminders";
import { queueBeginReminders } from "../../project/reminders/begin-reminders";
import { queueReminders } from "../../project/reminders/reminders";
import { comingReminders } from "./coming-reminders";

const BEGUN = new Date("2026-08-01T10:00:00.000Z");
const { api, db, clock, edition, freshToken, makeUser, makeSent, makeEvaluator } =
  await evaluationBench({
    now: BEGUN,
  });
const staff = await makeUser({ roles: ["staff"], interest: "academy" });
const NOW = new Date("2026-09-20T10:00:00.000Z");
const LAST = new Date("2026-11-02T10:00:00.000Z");

/** Seeds applications of all kinds, people without an application, and an evaluator. */
async function plant() {
  const draft = async (values: Partial<typeof projects.$inferInsert>) => {
    const { id: userId } = await makeUser({ createdAt: BEGUN });
    const whole = { editionId: edition.id, userId, fields: {}, version: 3, createdAt: BEGUN };
    await db.insert(projects).values({ ...whole, ...values });
  };
  await draft({});
  await draft({ createdAt: new Date("2026-09-19T10:00:00.000Z") });
  await draft({ extendedUntil: new Date("2026-10-05T22:00:00.000Z") });
  await draft({ extendedUntil: new Date("2026-10-15T22:00:00.000Z") });
  await draft({ withdrawnAt: BEGUN });
  const sent = { sentVersion: 2, sentAt: BEGUN };
  await draft(sent);
  await draft({ ...sent, extendedUntil: new Date("2026-10-10T22:00:00.000Z") });
  await draft({ version: 0, extendedUntil: new Date("2026-10-20T22:00:00.000Z") });
  await makeUser({ createdAt: BEGUN });
  await makeUser({ createdAt: NOW });
  await makeSent();
  await makeEvaluator();
  await db.update(editions).set({ evaluationClosesAt: new Date("2026-10-25T23:00:00.000Z") });
}

class Rollback extends Error {}

/**
 * Yields all times at which a reminder can become due: midnight, nine in the morning, and nine in the evening of each
 * day.
 */
function* ticks() {
  yield NOW;
  for (let day = NOW; day < LAST; day = new Date(day.getTime() + DAY)) {
    for (const hour of ["00", "09", "21"]) {
      const at = romeInstant(`${romeDay(day)}T${hour}:00`);
      if (at > NOW) yield at;
    }
  }
}

/** Runs the reminder scheduler in a transaction and rolls it back. Returns the queued reminders and their times. */
async function whatLeaves(): Promise<Map<string, string>> {
  const left = new Map<string, string>();
  const there = new Set((await db.select().from(outbox)).map(({ id }) => id));
  const run = db.transaction(async (tx) => {
    const inside = { db: tx as unknown as Database, notifyMailWorker: () => {} };
    for (const at of ticks()) {
      const queued =
        (await queueReminders(inside, at)) +
        (await queueBeginReminders(inside, at)) +
        (await queueEvaluationReminders(inside, at));
      if (queued === 0) continue;
      for (const { id, dedupeKey } of await tx.select().from(outbox)) {
        if (!there.has(id)) left.set(nameOf(dedupeKey ?? ""), at.toISOString());
        there.add(id);
      }
    }
    throw new Rollback();
  });
  await run.catch((error) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return left;
}

/** Returns a mail's deduplication key without its deadline. */
function nameOf(key: string): string {
  const parts = key.split(":");
  if (parts[0] === "begin") return parts.join(" ");
  const [who, hours] = [parts.at(-3), parts.at(-1)];
  return parts[0] === "reminder" ? `reminder ${who} ${hours}` : `evaluation 2026 ${who} ${hours}`;
}

/**
 * Returns the predicted reminders with the times at which they will be queued. Reminders that are already due are
 * queued now.
 */
async function whatIsSaidToLeave(): Promise<Map<string, string>> {
  const coming = await comingReminders(db, await listEditions(db), NOW, new Map());
  return new Map(coming.map(({ name, at }) => [name, (at < NOW ? NOW : at).toISOString()]));
}

/** Reads the applications' state directly from the tables, without the tested functions. */
async function asItIs() {
  const [now] = await db.select().from(editions).where(eq(editions.id, edition.id));
  if (!now) throw new Error("no edition");
  const rows = (await db.select().from(projects).where(eq(projects.editionId, edition.id))).filter(
    ({ withdrawnAt }) => withdrawnAt === null,
  );
  const deadline = (until: Date | null) => Math.max(now.closesAt.getTime(), until?.getTime() ?? 0);
  const isUnder = now.opensAt <= NOW;
  return {
    now,
    deadlines: new Map(
      rows
        .filter(({ version }) => version > 0)
        .map(({ id, extendedUntil }) => [id, deadline(extendedUntil)]),
    ),
    open: rows.filter(
      ({ version, extendedUntil }) =>
        version > 0 && isUnder && deadline(extendedUntil) > NOW.getTime(),
    ).length,
    extended: rows.filter(({ extendedUntil }) => extendedUntil && extendedUntil > now.closesAt)
      .length,
    waiting: await db.$count(outbox),
    index: JSON.stringify((await api("GET", "")).json.edition),
    current: (await findCurrentEdition(db, NOW))?.id,
    left: await whatLeaves(),
  };
}

const daysFrom = (first: string, days: number) =>
  fc
    .integer({ min: 0, max: days })
    .map((more) => romeDay(new Date(Date.parse(`${first}T12:00:00Z`) + more * DAY)));
const drawn = fc.oneof(
  fc.record({ which: fc.constant<EditionDate>("closes"), day: daysFrom("2026-09-10", 30) }),
  fc.record({
    which: fc.constant<EditionDate>("evaluation-closes"),
    day: daysFrom("2026-09-25", 36),
  }),
  fc.record({
    which: fc.constant<EditionDate>("evaluation-opens"),
    day: daysFrom("2026-09-25", 30),
  }),
  fc.record({ which: fc.constant<EditionDate>("opens"), day: daysFrom("2026-09-01", 30) }),
);

test("moving a date has the effects of its preview on deadlines, reminders, extensions, pages, and emails", {
  timeout: 240_000,
}, async () => {
  await plant();
  clock.now = NOW;
  // Prepares a queued reminder, so that the action has an email to cancel.
  expect(await queueReminders({ db, notifyMailWorker: () => {} }, NOW)).toBe(0);
  const token = await freshToken(staff);
  let before = await asItIs();
  expect(before.left.size).toBeGreaterThan(12);
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(drawn, async (body) => {
      const post = (more: object) =>
        api("POST", "wp/v2/staff/editions/2026/dates", {
          token,
          body: { ...body, ...more },
        });
      const shown = (await post({})).json;
      if (shown.against.length > 0) {
        const act = { actor: "Ada", reason: "prova", now: NOW };
        await expect(setDate(db, 2026, body.which, body.day, act)).rejects.toThrow();
        return;
      }
      const made = await post({ plan: shown.plan, reason: "prova", typed: shown.count });
      expect(made.json).toEqual({ ...shown, done: true, line: expect.any(Number) });
      kept += 1;
      const after = await asItIs();
      const told = Object.fromEntries(
        shown.effects.map(({ name, count }: Effect) => [name, count]),
      );
      const moved = [...after.deadlines].filter(([id, at]) => before.deadlines.get(id) !== at);
      const [was, is] = [before.left, after.left];
      const stayed = [...is.keys()].filter((name) => was.has(name));
      const truth = {
        deadlines: moved.length,
        cut_off: Math.max(0, before.open - after.open),
        given_back: Math.max(0, after.open - before.open),
        extensions_moot: Math.max(0, before.extended - after.extended),
        // If an extension stays open after applications close early, only the effect `extensions_stay` counts it.
        extensions_back: told.extensions_stay ? 0 : Math.max(0, after.extended - before.extended),
        reminders_moved: stayed.filter((name) => was.get(name) !== is.get(name)).length,
        reminders_new: [...is.keys()].filter((name) => !was.has(name)).length,
        reminders_gone: [...was.keys()].filter((name) => !is.has(name)).length,
        public_pages: before.index === after.index ? 0 : 1,
        current_edition: before.current === after.current ? 0 : 1,
      };
      const said = Object.fromEntries(Object.keys(truth).map((name) => [name, told[name] ?? 0]));
      expect(said).toEqual(truth);
      expect(await whatIsSaidToLeave()).toEqual(after.left);
      expect([shown.mails, shown.cancelled]).toEqual([[], before.waiting - after.waiting]);
      before = after;
    }),
    // Each run starts with the edition of the previous run, so the test library cannot shrink a failing example.
    { ...runs(5), endOnFailure: true },
  );
  expect(kept).toBeGreaterThan(0);
});

test("a moved date creates and announces no reminder for a past time", async () => {
  clock.now = NOW;
  // The previous test changed the edition's dates, so restore them.
  const { opensAt, closesAt, evaluationOpensAt } = edition;
  await db.update(editions).set({ opensAt, closesAt, evaluationOpensAt });
  const token = await freshToken(staff);
  const move = (more: object) =>
    api("POST", `wp/v2/staff/editions/${edition.year}/dates`, {
      token,
      body: { which: "closes", day: "2026-09-23", ...more },
    });
  // The deadline is four days away, so the reminder seven days before it would have been due three days ago.
  const { json: shown } = await move({});
  const { moments = "" } =
    shown.effects.find(({ name }: Effect) => name === "reminders_new")?.facts ?? {};
  const moved = shown.effects.find(({ name }: Effect) => name === "reminders_moved");
  for (const at of [moments, moved?.facts.moments ?? ""].join().split(",").filter(Boolean)) {
    expect(new Date(at) >= NOW).toBe(true);
  }
  await db
    .transaction(async (tx) => {
      const inside = tx as unknown as Database;
      const act = { actor: "test", reason: "prova", now: NOW };
      await setDate(inside, edition.year, "closes", "2026-09-23", act);
      const deps = { db: inside, notifyMailWorker: () => {} };
      expect(await queueReminders(deps, NOW)).toBe(0);
      expect(await queueBeginReminders(deps, NOW)).toBe(0);
      const later = new Date("2026-09-23T07:30:00.000Z");
      expect(await queueReminders(deps, later)).toBeGreaterThan(0);
      throw new Rollback();
    })
    .catch((error) => {
      if (!(error instanceof Rollback)) throw error;
    });
});

test("a prepared edition changes no dates in its source edition", async () => {
  const [first] = await db.select().from(editions).where(eq(editions.id, edition.id));
  expect(first?.evaluationClosesAt).not.toBeNull();
  const { json } = await api("POST", "wp/v2/staff/editions/2026/clone", {
    token: await freshToken(staff),
    body: { to: 2027 },
  });
  const names = json.effects.map(({ name }: Effect) => name);
  expect(names).toContain("days");
  const ofThisOne = ["deadlines", "evaluators_deadlines", "evaluation_days", "timelines"];
  expect(names.filter((name: string) => ofThisOne.includes(name))).toEqual([]);
});
