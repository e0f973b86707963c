import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { users } from "../db/schema/accounts";
import { editions } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { queueEvaluationReminders } from "./reminders";

const bench = await evaluationBench();
const { db, deps, clock, edition, makeSent, makeEvaluator } = bench;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLOSES = new Date("2026-11-30T23:00:00.000Z");
const project = await makeSent();
const second = await makeSent();
await db.update(editions).set({ evaluationClosesAt: CLOSES });
const anna = await makeEvaluator({ email: "anna@example.org", language: "en", firstName: "Anna" });
const work = clock.now;

beforeEach(async () => {
  await db.delete(outbox);
  clock.now = work;
});

function lookBefore(ms: number) {
  return queueEvaluationReminders(deps, new Date(CLOSES.getTime() - ms));
}
const mailsTo = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email));

test("reminders are due 7 days and 1 day before the deadline, once each, with several processes and restarts", async () => {
  // The deadline is midnight, but both reminders are sent at nine in the morning. So they are sent 9 hours later than
  // exactly 7 days and 1 day before the deadline.
  const [week, day] = [7 * DAY - 9 * HOUR, DAY - 9 * HOUR];
  expect(await lookBefore(week + 1)).toBe(0);
  await Promise.all(Array.from({ length: 6 }, () => lookBefore(week)));
  expect(await lookBefore(day + 1)).toBe(0);
  expect(await lookBefore(day)).toBe(1);
  expect(await lookBefore(HOUR)).toBe(0);
  expect(await lookBefore(0)).toBe(0);
  const mails = await mailsTo(anna.email);
  expect(mails.map(({ expiresAt }) => expiresAt?.getTime()).sort()).toEqual([
    CLOSES.getTime() - day,
    CLOSES.getTime(),
  ]);
  expect(mails[0]).toMatchObject({
    template: "evaluation_reminder",
    language: "en",
    data: { first_name: "Anna", todo: "2", deadline: CLOSES.toISOString() },
  });
});

test("reminders count the projects left: a recusal is done, a partial score is not", async () => {
  await anna.recuse(project.id);
  await anna.save(second.id, { scores: { impact: 5 } });
  await lookBefore(DAY);
  expect((await mailsTo(anna.email))[0]?.data.todo).toBe("1");
  await anna.takeBack(project.id);
});

test("reminders exclude evaluators who have scored all, closed, left, or never confirmed", async () => {
  const done = await makeEvaluator();
  for (const { id } of [project, second]) await done.save(id, { scores: five(5, 5, 5, 5, 5) });
  await makeEvaluator({ deactivatedAt: work });
  await makeEvaluator({ emailConfirmedAt: null });
  const closed = await makeEvaluator();
  await closed.close();
  await lookBefore(DAY);
  const reminded = await db.select().from(outbox).where(eq(outbox.template, "evaluation_reminder"));
  expect(reminded.map(({ recipient }) => recipient)).toEqual([anna.email]);
});

test("closing cancels a reminder that waits for the mail server", async () => {
  const late = await makeEvaluator();
  await lookBefore(DAY);
  expect(await mailsTo(late.email)).toHaveLength(1);
  await late.close();
  expect((await mailsTo(late.email)).map(({ template }) => template)).toEqual([
    "evaluation_closed",
  ]);
  expect(await mailsTo(anna.email)).toHaveLength(1);
});

test("a moved deadline has new reminders, and an evaluation without deadline or before its start has none", async () => {
  await lookBefore(DAY);
  await db.update(editions).set({ evaluationClosesAt: new Date(CLOSES.getTime() + 20 * DAY) });
  expect(await lookBefore(DAY)).toBe(0);
  expect(await lookBefore(-13 * DAY - 9 * HOUR)).toBeGreaterThan(0);
  await db.update(editions).set({ evaluationOpensAt: new Date(CLOSES.getTime() + 25 * DAY) });
  expect(await lookBefore(-19 * DAY)).toBe(0);
  await db
    .update(editions)
    .set({ evaluationClosesAt: null, evaluationOpensAt: null })
    .where(eq(editions.id, edition.id));
  expect(await lookBefore(DAY)).toBe(0);
  await db.update(users).set({ roles: [] });
});
