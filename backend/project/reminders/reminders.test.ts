import { and, asc, eq, like } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { testBackend } from "@/tests/support/servers/backend";
import { users } from "../../db/schema/accounts";
import { editions, projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { extendDeadline } from "../extend-deadline";
import { queueReminders } from "./reminders";

const bench = await testBackend();
const { api, db, deps, clock, makeUser, freshToken } = bench;
const PATH = "wp/v2/project";
const CLOSES = new Date("2026-09-30T22:00:00.000Z").getTime();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const edition = await bench.makeEdition();

beforeEach(async () => {
  await db.delete(outbox);
  await db.delete(projects);
  clock.now = new Date("2026-08-20T10:00:00.000Z");
});

/** Queues the reminders that are due at a given time before the deadline. */
function lookBefore(ms: number) {
  clock.now = new Date(CLOSES - ms);
  return queueReminders(deps, clock.now);
}

async function applicant(draft: object, values: Parameters<typeof makeUser>[0] = {}) {
  const user = await makeUser(values);
  await api("POST", PATH, { token: user.token, body: draft });
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  if (!project) throw new Error("no project");
  return { ...user, projectId: project.id };
}

async function complete(values: Parameters<typeof makeUser>[0] = {}) {
  const user = await applicant(fullDraft(), values);
  await insertFile(db, user.projectId, "pitch");
  await insertFile(db, user.projectId, "video");
  return user;
}

async function send(user: { id: string; sessionId: string }) {
  const { status } = await api("POST", `${PATH}/send`, { token: await freshToken(user) });
  expect(status).toBe(200);
}

function remindersTo(user: { email: string }) {
  return db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, user.email), like(outbox.template, "reminder%")))
    .orderBy(asc(outbox.expiresAt));
}

describe("reminders", () => {
  test("reminders are due 7 days, 1 day (in the morning), and 3 hours before the deadline, once each", async () => {
    const user = await applicant({ nome: "Filò" });
    const [week, day] = [7 * DAY - 9 * HOUR, DAY - 9 * HOUR];
    expect(await lookBefore(week + 1)).toBe(0);
    expect(await lookBefore(week)).toBe(1);
    for (const before of [6 * DAY, DAY, day + 1]) expect(await lookBefore(before)).toBe(0);
    expect(await lookBefore(day)).toBe(1);
    expect(await lookBefore(3 * HOUR + 1)).toBe(0);
    expect(await lookBefore(3 * HOUR)).toBe(1);
    expect(await lookBefore(1)).toBe(0);
    expect(await lookBefore(0)).toBe(0);
    const mails = await remindersTo(user);
    expect(mails.map(({ expiresAt }) => expiresAt?.getTime())).toEqual([
      CLOSES - DAY + 9 * HOUR,
      CLOSES - 3 * HOUR,
      CLOSES,
    ]);
  });

  test("several processes and restarts queue each reminder once", async () => {
    const user = await applicant({ nome: "Filò" });
    clock.now = new Date(CLOSES - DAY);
    await Promise.all(Array.from({ length: 8 }, () => queueReminders(deps, clock.now)));
    await queueReminders(deps, clock.now);
    expect(await remindersTo(user)).toHaveLength(1);
  });

  test("only the last missed reminder is sent after an outage", async () => {
    const user = await applicant({ nome: "Filò" });
    expect(await lookBefore(2 * HOUR)).toBe(1);
    expect((await remindersTo(user))[0]?.expiresAt).toEqual(new Date(CLOSES));
  });

  test("reminders use the account's language and list the missing fields", async () => {
    const user = await applicant(fullDraft(), { language: "en", firstName: "Ada" });
    await lookBefore(DAY);
    const [mail] = await remindersTo(user);
    expect(mail).toMatchObject({
      language: "en",
      template: "reminder_incomplete",
      projectId: user.projectId,
      data: {
        first_name: "Ada",
        project: "Filò",
        missing: "pitch,video",
        deadline: "2026-09-30T22:00:00.000Z",
      },
    });
  });

  test("the reminder of a complete application says that only sending is left", async () => {
    const user = await complete();
    await lookBefore(DAY);
    expect(await remindersTo(user)).toMatchObject([
      { template: "reminder_complete", language: "it" },
    ]);
  });

  test("reminders exclude sent, withdrawn, deactivated, and unconfirmed applicants", async () => {
    const sent = await complete();
    await send(sent);
    const withdrawn = await complete();
    await api("DELETE", PATH, { token: withdrawn.token });
    const gone = await applicant({ nome: "Via" });
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, gone.id));
    const unconfirmed = await applicant({ nome: "Mai" });
    await db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, unconfirmed.id));
    expect(await lookBefore(DAY)).toBe(0);
  });

  test("the reminder of a changed application says that the changes are not sent, if they can be", async () => {
    const user = await complete();
    await send(user);
    await api("POST", PATH, { token: user.token, body: { nome: "Filò due" } });
    await lookBefore(6 * DAY);
    expect(await remindersTo(user)).toMatchObject([
      { template: "reminder_changes", data: { sent_at: "2026-08-20T10:00:00.000Z", missing: "" } },
    ]);
    await db.update(editions).set({ afterSending: "locked" });
    expect(await lookBefore(DAY)).toBe(0);
    await db.update(editions).set({ afterSending: "editable_until_deadline" });
  });

  test("reminders follow an applicant's own deadline", async () => {
    const user = await applicant({ nome: "Filò" });
    const act = { actor: "test", reason: "trouble", now: clock.now };
    await extendDeadline(db, user.email, "2026-10-10", act);
    expect(await lookBefore(DAY)).toBe(0);
    expect(await lookBefore(-2 * DAY)).toBe(0);
    expect(await lookBefore(-3 * DAY - 9 * HOUR)).toBe(1);
    const [mail] = await remindersTo(user);
    expect(mail?.data.deadline).toBe("2026-10-10T22:00:00.000Z");
  });

  test("an extension triggers only reminders in the future", async () => {
    const user = await applicant({ nome: "Filò" });
    await lookBefore(2 * HOUR);
    await db.delete(outbox);
    const act = { actor: "test", reason: "trouble", now: clock.now };
    await extendDeadline(db, user.email, "2026-10-02T00:00", act);
    expect(await queueReminders(deps, clock.now)).toBe(0);
    expect(await lookBefore(-9 * HOUR + 1)).toBe(0);
    expect(await lookBefore(-9 * HOUR)).toBe(1);
    expect((await remindersTo(user))[0]?.data.deadline).toBe("2026-10-01T22:00:00.000Z");
  });

  test("reminders skip times before the application began and before the call opened", async () => {
    clock.now = new Date(CLOSES - 5 * DAY);
    const user = await makeUser();
    await api("POST", PATH, { token: user.token, body: { nome: "Tardi" } });
    expect(await queueReminders(deps, clock.now)).toBe(0);
    expect(await lookBefore(DAY - 9 * HOUR)).toBe(1);
    await db.delete(outbox);
    await db.update(editions).set({ opensAt: new Date(CLOSES - HOUR) });
    expect(await lookBefore(DAY)).toBe(0);
    await db.update(editions).set({ opensAt: edition.opensAt });
  });

  test.each([
    ["sending", (user: { id: string; sessionId: string }) => send(user)],
    [
      "withdrawing",
      async (user: { id: string; sessionId: string }) =>
        void (await api("DELETE", PATH, { token: await freshToken(user) })),
    ],
  ])("waiting reminders are cancelled by %s", async (_, act) => {
    const user = await complete();
    await lookBefore(DAY);
    expect(await remindersTo(user)).toHaveLength(1);
    await act(user);
    expect(await remindersTo(user)).toHaveLength(0);
  });
});

describe("the timeline", () => {
  async function timeline(user: { id: string; sessionId: string }) {
    const { json } = await api("GET", `${PATH}/timeline`, { token: await freshToken(user) });
    return json;
  }

  test("the timeline has all sent and given-up emails with their kind and no waiting email", async () => {
    const user = await complete();
    await send(user);
    const sentAt = new Date("2026-08-20T10:00:07.000Z");
    expect((await timeline(user)).events[0].type).toBe("sent");
    await db.update(outbox).set({ sentAt }).where(eq(outbox.recipient, user.email));
    const [first, second] = (await timeline(user)).events;
    expect(first).toEqual({
      at: sentAt.toISOString(),
      type: "mail_sent",
      data: { kind: "application_sent", number: second.data.number },
    });
    await db.update(outbox).set({ sentAt: null, failedAt: sentAt });
    expect((await timeline(user)).events[0]).toMatchObject({
      type: "mail_failed",
      data: { kind: "application_sent" },
    });
  });

  test("the timeline has the edition's dates with the applicant's own deadline", async () => {
    const user = await applicant({ nome: "Filò" });
    await db.update(editions).set({
      evaluationOpensAt: new Date("2026-10-04T22:00:00.000Z"),
      awardedAt: new Date("2026-12-11T23:00:00.000Z"),
    });
    expect((await timeline(user)).dates).toEqual([
      { type: "opens", at: "2026-06-30T22:00:00.000Z" },
      { type: "deadline", at: "2026-09-30T22:00:00.000Z" },
      { type: "evaluation_opens", at: "2026-10-04T22:00:00.000Z" },
      { type: "winners", at: "2026-12-11T23:00:00.000Z" },
    ]);
    const act = { actor: "test", reason: "trouble", now: clock.now };
    await extendDeadline(db, user.email, "2026-10-10", act);
    const { dates, events } = await timeline(user);
    expect(dates[2]).toEqual({ type: "deadline", at: "2026-10-10T22:00:00.000Z" });
    expect(events[0]).toMatchObject({
      type: "extended",
      data: { until: "2026-10-10T22:00:00.000Z" },
    });
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, user.email));
    expect(mails).toMatchObject([{ template: "deadline_extended" }]);
  });
});
