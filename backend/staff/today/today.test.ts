import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { CHECK_NAMES, CHECKS, type CheckAnswer } from "@/contract/staff/checks";
import { pdf, video } from "@/tests/support/made-files/files";
import { ppt } from "@/tests/support/made-files/ppt-files";
import { tusClient } from "@/tests/support/made-files/tus";
import { evaluationBench, five } from "@/tests/support/people/evaluation";
import { fullDraft, insertFile } from "@/tests/support/people/project";
import { plannedReminders } from "../../commands/edition/planned-reminders";
import { editions, projects, renditions } from "../../db/schema/applications";
import { clockRuns } from "../../db/schema/clock";
import { decisions } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { makeRenditions } from "../../files/renditions/make-renditions";
import { extendDeadline } from "../../project/extend-deadline";
import { recordEvent } from "../../project/timeline";

const { api, db, deps, clock, edition, makeUser, makeSent, makeEvaluator, freshToken } =
  await evaluationBench();
const rita = await makeUser({ roles: ["auditor"] });
const BEGUN = new Date("2026-08-20T10:00:00.000Z");

beforeEach(async () => {
  await db.execute(sql`truncate projects, outbox, clock_runs, evaluations cascade`);
  await db.execute(sql`update users set roles = '{}' where 'evaluator' = any(roles)`);
  await db
    .update(editions)
    .set({ evaluationClosesAt: null, awardedAt: null })
    .where(eq(editions.id, edition.id));
  clock.now = BEGUN;
});

async function today() {
  const { status, json } = await api("GET", "wp/v2/staff/today", { token: await freshToken(rita) });
  expect(status).toBe(200);
  return json;
}
const troubled = async () =>
  Object.fromEntries(
    (await today()).checks
      .filter(({ count }: CheckAnswer) => count > 0)
      .map(({ check, count }: CheckAnswer) => [check, count]),
  );

async function begin(whole = false) {
  const user = await makeUser();
  const body = whole ? fullDraft() : { nome: "Filò" };
  const { status } = await api("POST", "wp/v2/project", { token: await freshToken(user), body });
  expect(status).toBe(200);
  const [project] = await db.select().from(projects).where(eq(projects.userId, user.id));
  if (!project) throw new Error("no project");
  if (whole)
    for (const field of ["pitch", "video"] as const) await insertFile(db, project.id, field);
  return { ...user, project };
}

test("all checks are listed by severity with a count of zero in a healthy state", async () => {
  await db.insert(clockRuns).values({ job: "queue-reminders", startedAt: new Date() });
  await begin(true);
  await makeSent();
  const { checks, edition: shown } = await today();
  expect(checks.map(({ check }: CheckAnswer) => check)).toEqual(CHECK_NAMES);
  expect(checks.map(({ word }: CheckAnswer) => word)).toEqual(Object.values(CHECKS));
  expect(checks.filter(({ count }: CheckAnswer) => count > 0)).toEqual([]);
  expect(shown).toMatchObject({ year: 2026, state: "open", graceMinutes: 15 });
});

test("emails that failed and wait are stuck, and untaken ones mean that the worker is silent", async () => {
  const mail = {
    template: "welcome",
    recipient: "a@example.org",
    language: "it" as const,
    data: {},
  };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const soon = new Date(Date.now() + 60_000);
  await db.insert(outbox).values([
    { ...mail, createdAt: ago(30), nextAttemptAt: soon, attempts: 4, lastError: "421 4.7.0 busy" },
    { ...mail, createdAt: ago(1), nextAttemptAt: soon, attempts: 1 },
    { ...mail, createdAt: ago(30), nextAttemptAt: ago(30), sentAt: ago(29) },
    { ...mail, createdAt: ago(30), failedAt: ago(2), lastError: "550 no such user" },
    { ...mail, createdAt: ago(30), failedAt: ago(2), lastError: "expired" },
  ]);
  expect(await troubled()).toEqual({ mails_stuck: 1, mails_failed: 1 });
  const strip = await api("GET", "wp/v2/staff/standstill", { token: await freshToken(rita) });
  expect(strip.json.checks.map(({ check }: CheckAnswer) => check)).toEqual(["mails_stuck"]);
  const stuck = (await today()).checks.find((one: CheckAnswer) => one.check === "mails_stuck");
  expect(stuck.says).toBe("421 4.7.0 busy");
  expect(Date.now() - Date.parse(stuck.since)).toBeGreaterThan(29 * 60_000);
  await db.insert(outbox).values({ ...mail, createdAt: ago(9), nextAttemptAt: ago(9) });
  expect(await troubled()).toEqual({ mails_stuck: 2, worker_silent: 1, mails_failed: 1 });
  await db.insert(clockRuns).values({ job: "queue-reminders", startedAt: ago(4) });
  expect(await troubled()).toMatchObject({ jobs_silent: 1 });
});

test("applicants with a complete unsent application run out of time by their own deadline", async () => {
  await begin();
  const ada = await begin(true);
  const later = await begin(true);
  const act = { actor: "test", reason: "trouble", now: BEGUN };
  await extendDeadline(db, later.email, "2026-10-10", act);
  await db.delete(outbox);
  expect(await troubled()).toEqual({});
  clock.now = new Date("2026-09-29T10:00:00.000Z");
  expect(await troubled()).toEqual({ complete_not_sent: 1 });
  clock.now = new Date("2026-10-09T10:00:00.000Z");
  expect(await troubled()).toEqual({ complete_not_sent: 1 });
  expect(ada.project.sentAt).toBeNull();
});

test("a file that was rejected twice is a problem until one is accepted", async () => {
  const { project } = await begin();
  const refuse = () =>
    recordEvent(db, project.id, "file_refused", clock.now, {
      field: "video",
      name: "x",
      code: "y",
    });
  await refuse();
  expect(await troubled()).toEqual({});
  await refuse();
  expect(await troubled()).toEqual({ uploads_refused: 1 });
  await insertFile(db, project.id, "video");
  expect(await troubled()).toEqual({});
});

test("videos and decks that cannot be converted are in the list that their check opens until others replace them", async () => {
  const { project, token } = await begin();
  const { upload } = tusClient(api);
  const failed = async () => {
    const path = "wp/v2/staff/applications?trouble=video_failed";
    const { json } = await api("GET", path, { token: await freshToken(rita) });
    return json.applications.map((one: { id: string; troubles: object }) => [one.id, one.troubles]);
  };
  const broken = { ok: false, reason: "broken", main: "", poster: null } as const;
  await upload(token, { field: "pitch", name: "deck.ppt", bytes: ppt() });
  expect(await failed()).toEqual([]);
  await makeRenditions(deps, async () => broken);
  expect(await troubled()).toEqual({ videos_failed: 1 });
  expect(await failed()).toEqual([[project.id, [{ name: "video_failed", count: 1 }]]]);
  await upload(token, { field: "video", name: "filo.mp4", bytes: video("clip.mp4") });
  await makeRenditions(deps, async () => broken);
  expect(await failed()).toEqual([[project.id, [{ name: "video_failed", count: 2 }]]]);
  await upload(token, { field: "pitch", name: "deck.pdf", bytes: await pdf() });
  expect(await failed()).toEqual([[project.id, [{ name: "video_failed", count: 1 }]]]);
  await upload(token, { field: "video", name: "nuovo.mp4", bytes: video("clip.mp4") });
  expect(await troubled()).toEqual({});
  expect(await failed()).toEqual([]);
});

test("videos that wait for more than half an hour for their conversion are reported until it ends", async () => {
  const { token } = await begin();
  const { upload } = tusClient(api);
  await upload(token, { field: "video", name: "filo.mp4", bytes: video("clip.mp4") });
  const found: object[] = [];
  await makeRenditions(deps, async () => {
    for (const minutes of [29, 31]) {
      const createdAt = sql`clock_timestamp() - make_interval(mins => ${minutes})`;
      await db.update(renditions).set({ createdAt });
      found.push(await troubled());
    }
    return { ok: false, reason: "broken", main: "", poster: null };
  });
  expect(found).toEqual([{}, { videos_waiting: 1 }]);
  expect(await troubled()).toEqual({ videos_failed: 1 });
});

test("evaluators are late against the schedule after applications close, and few readings count near its end", async () => {
  await db
    .update(editions)
    .set({ evaluationClosesAt: new Date("2026-10-30T23:00:00.000Z") })
    .where(eq(editions.id, edition.id));
  const sent = [await makeSent(), await makeSent(), await makeSent(), await makeSent()];
  const fast = await makeEvaluator();
  const quick = await makeEvaluator();
  await makeEvaluator();
  for (const { id } of sent) {
    expect((await fast.save(id, { scores: five(5, 5, 5, 5, 5) })).status).toBe(200);
    expect((await quick.save(id, { scores: five(5, 5, 5, 5, 5) })).status).toBe(200);
  }
  clock.now = new Date("2026-09-30T12:00:00.000Z");
  expect(await troubled()).toEqual({});
  clock.now = new Date("2026-10-20T12:00:00.000Z");
  expect(await troubled()).toEqual({ evaluators_late: 1 });
  clock.now = new Date("2026-10-26T12:00:00.000Z");
  expect(await troubled()).toEqual({ evaluators_late: 1, few_readings: 4 });
});

test("few readings are normal while the jury can give all missing ones, and a problem once it cannot", async () => {
  const few = async () => {
    const { checks } = await today();
    const found = checks.find(({ check }: CheckAnswer) => check === "few_readings");
    const { count, normal, readings } = found;
    const token = await freshToken(rita);
    const { json } = await api("GET", "wp/v2/staff/evaluators", { token });
    const { below, normal: isNormal, normal_until, missing, possible } = json;
    expect({ below, isNormal, normal_until, missing, possible }).toEqual({
      below: 2,
      ...readings,
      isNormal: normal !== null,
      normal_until: normal?.until ?? null,
    });
    return { count, normal, ...readings };
  };
  const sent = await makeSent();
  await makeSent();
  expect(await few()).toEqual({
    ...{ count: 0, normal: { count: 2, until: null } },
    ...{ missing: 6, possible: 0 },
  });
  const [one, other] = [await makeEvaluator(), await makeEvaluator()];
  // Two evaluators are too few, because three evaluators should read each project.
  expect(await few()).toEqual({ count: 2, normal: null, missing: 6, possible: 4 });
  const third = await makeEvaluator();
  const whole = { missing: 6, possible: 6 };
  expect(await few()).toEqual({ count: 0, normal: { count: 2, until: null }, ...whole });
  const until = "2026-10-23T22:00:00.000Z";
  await db.update(editions).set({ evaluationClosesAt: new Date("2026-10-30T22:00:00.000Z") });
  expect(await few()).toEqual({ count: 0, normal: { count: 2, until }, ...whole });
  await one.save(sent.id, { scores: five(5, 5, 5, 5, 5) });
  expect(await few()).toMatchObject({ count: 0, missing: 5, possible: 5 });
  await makeEvaluator();
  expect((await third.recuse(sent.id)).status).toBe(204);
  expect(await few()).toMatchObject({ count: 0, missing: 5, possible: 5 });
  expect((await one.close()).status).toBe(200);
  expect(await few()).toEqual({
    ...{ count: 0, normal: { count: 2, until } },
    ...{ missing: 5, possible: 5 },
  });
  expect((await other.close()).status).toBe(200);
  const last = { count: 2, normal: null, missing: 5 };
  expect(await few()).toEqual({ ...last, possible: 3 });
  clock.now = new Date("2026-10-30T21:59:00.000Z");
  expect(await few()).toEqual({ ...last, possible: 3 });
  clock.now = new Date("2026-10-30T22:00:00.000Z");
  expect(await few()).toEqual({ ...last, possible: 0 });
});

test("unreleased decisions wait for staff and undone ones do not", async () => {
  const { id } = await makeSent();
  const one = {
    ...{ editionId: edition.id, projectId: id, stage: "pre_selected" as const },
    ...{ outcome: "selected" as const, decidedAt: clock.now, actor: "Rita", reason: "prova" },
  };
  await db.insert(decisions).values([{ ...one, undoneAt: clock.now }, one]);
  expect(await troubled()).toEqual({ decisions_unreleased: 1 });
});

test("the predicted events equal the events of the scheduler, one by one", async () => {
  const half = await begin();
  await begin(true);
  await begin(true);
  await makeSent();
  await makeEvaluator();
  await db.update(editions).set({ evaluationClosesAt: new Date("2026-10-30T23:00:00.000Z") });
  const act = { actor: "test", reason: "trouble", now: BEGUN };
  await extendDeadline(db, half.email, "2026-10-02T18:30", act);
  const { ahead } = await today();
  const rows = await plannedReminders(db, clock.now);
  const planned = Map.groupBy(
    rows.filter(([, , , , state]) => state === "planned"),
    ([at, before, , mail]) => [at, before, mail === "evaluation_reminder"].join(),
  );
  const told = ahead.filter(({ kind }: { kind: string }) => /^(evaluator_)?reminder$/.test(kind));
  expect(told).toHaveLength(planned.size);
  expect(told.map(({ mails }: { mails: number }) => mails)).toEqual(
    [...planned.values()].map((mails) => mails.length),
  );
  expect(told[0].to).toEqual({ incomplete: 0, complete: 2, changed: 0 });
  expect(ahead.find(({ kind }: { kind: string }) => kind === "closes").mails).toBe(0);
});

test("applications per day are shown by days left, and only until today without a previous edition", async () => {
  await begin();
  await begin(true);
  const { id } = await makeSent({ sentAt: clock.now });
  await db.update(projects).set({ createdAt: clock.now }).where(eq(projects.id, id));
  const { days, applications } = await today();
  expect(applications).toEqual({ begun: 1, complete: 1, sent: 1 });
  expect(days.total).toEqual({ begun: 3, complete: 2, sent: 1 });
  const row = days.rows.find((one: { today: boolean }) => one.today);
  expect(row).toMatchObject({ left: 41, now: { begun: 3, complete: 2, sent: 1 } });
  expect(days.rows).toHaveLength(31);
  expect(days.rows.at(-1)).toEqual(row);
});
