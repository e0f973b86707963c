import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { DEFAULT_PLACES, DEFAULT_REMINDERS } from "@/contract/edition-figures";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { fullDraft } from "@/tests/support/people/project";
import { editions, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { decisionReleases } from "../../db/schema/evaluations";
import { outbox } from "../../db/schema/mail";
import { refreshes } from "../../db/schema/refreshes";
import { cloneEdition, setDate, setFigures } from "../../editions/administer-editions";
import { queueEvaluationReminders } from "../../evaluations/reminders";
import { queueReminders } from "../../project/reminders/reminders";

const START = new Date("2026-08-20T10:00:00.000Z");
const bench = await evaluationBench({ now: START });
const { api, db, deps, clock, edition, makeUser, makeEvaluator, backend, freshToken } = bench;
const director = await makeUser({ roles: ["staff", "director"], email: "dino@example.org" });
const staff = await makeUser({ roles: ["staff"] });
const applicant = await makeUser();
const begun = await api("POST", "wp/v2/project", {
  token: applicant.token,
  body: { ...fullDraft(), nome: "Filò" },
});
expect(begun.status).toBe(200);
const byCommand = () => ({ actor: "Ada", reason: "prova", now: clock.now });

beforeEach(async () => {
  clock.now = START;
  await db.delete(outbox);
  await db.delete(decisionReleases);
  const { id, ...values } = edition;
  await db.update(editions).set(values).where(eq(editions.id, id));
  await db.update(projects).set({ createdAt: START });
});

const PATH = "wp/v2/staff/editions/2026";
const get = async () => (await api("GET", PATH, { token: await freshToken(staff) })).json;
const post = async (body: object, who = director) =>
  api("POST", `${PATH}/figures`, { token: await freshToken(who), body });
const move = async (day: string) => {
  const body = { which: "closes", day };
  return (await api("POST", `${PATH}/dates`, { token: await freshToken(staff), body })).json;
};
async function done(body: object) {
  const { json: shown } = await post(body);
  const answer = await post({ ...body, plan: shown.plan, reason: "prova", typed: shown.count });
  expect([answer.status, answer.json.done]).toEqual([200, true]);
  return shown;
}
const stored = async (year = 2026) =>
  (await db.select().from(editions).where(eq(editions.year, year)))[0];
const effect = (shown: { effects: { name: string }[] }, name: string) =>
  shown.effects.find((one) => one.name === name);

describe("the figures of an edition", () => {
  test("an edition starts with the default figures, and a clone copies its own", async () => {
    expect((await get()).figures).toEqual({
      ...{ places: DEFAULT_PLACES, readings: 3, readings_planned: null },
      ...{ grace_minutes: 15, grace_own: false, reminders: DEFAULT_REMINDERS, frozen: false },
      ...{ feedback: false, feedback_band: false, discussion: false, rounds: false },
    });
    const { json: preview } = await post({ feedback: true, feedback_band: true });
    expect(preview.effects.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["feedback_received", "feedback_checked", "feedback_band_on"]),
    );
    await done({ places: { semifinalist: 18 }, readings: 2, grace_minutes: 0, feedback: true });
    await cloneEdition(db, 2026, 2027, byCommand());
    expect(await stored(2027)).toMatchObject({
      places: { ...DEFAULT_PLACES, semifinalist: 18 },
      ...{ readings: 2, graceMinutes: 0, reminders: DEFAULT_REMINDERS },
      ...{ feedback: true, feedbackBand: false, discussion: false },
    });
    await db.delete(editions).where(eq(editions.year, 2027));
  });

  test("a change shows its effects first, is in the log, and revalidates pages and content", async () => {
    const tags = async () =>
      Object.fromEntries((await db.select().from(refreshes)).map((one) => [one.tag, one.count]));
    const before = await tags();
    const shown = await done({
      ...{ places: { semifinalist: 18 }, readings: 2, grace_minutes: 30 },
      reminders: { applicants: [3, 168, 48] },
    });
    expect(effect(shown, "places_semifinalist")).toEqual({
      ...{ name: "places_semifinalist", count: 18, facts: { before: "20" } },
    });
    expect(effect(shown, "readings_wanted")).toMatchObject({ count: 2, facts: { before: "3" } });
    expect(effect(shown, "grace_minutes")).toMatchObject({ count: 30, facts: { before: "15" } });
    expect(effect(shown, "reminders_new")).toMatchObject({ count: 1 });
    expect(effect(shown, "reminders_gone")).toMatchObject({ count: 1 });
    expect(effect(shown, "public_places")).toMatchObject({ count: 1 });
    const after = await tags();
    expect([after.edition, after.content]).toEqual([
      (before.edition ?? 0) + 1,
      (before.content ?? 0) + 1,
    ]);
    const [entry] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "edition.figures"))
      .orderBy(auditEntries.number);
    expect(entry).toBeDefined();
    const lines = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.act, "edition.figures"));
    expect(lines.map(({ data }) => data)).toContainEqual({
      ...{ places_semifinalist: "20 → 18", readings: "3 → 2", grace: "– → 30" },
      reminders_applicants: "168 24 3 → 168 48 3",
    });
    const index = await backend.fetch(new Request("https://slancio.example/wp-json"));
    expect((await index.json()).edition.places.semifinalist).toBe(18);
  });

  test.each([
    [{ places: { finalist: 21 } }, "places_cross"],
    [{ places: { semifinalist: 51 } }, "places_cross"],
    [{ places: { winner: 0 } }, "places_range"],
    [{ readings: 0 }, "readings_range"],
    [{ readings: 13 }, "readings_range"],
    [{ grace_minutes: -1 }, "grace_range"],
    [{ grace_minutes: 1441 }, "grace_range"],
    [{ reminders: { applicants: [24, 0] } }, "reminder_late"],
    [{ reminders: { evaluators: [-3] } }, "reminder_late"],
    [{ reminders: { applicants: [24, 24] } }, "reminder_twice"],
    [{ reminders: { begin: [168, 240] } }, "reminder_many"],
    [{ reminders: { begin: [24] } }, "begin_late"],
    [{ reminders: { applicants: [5000] } }, "reminder_range"],
    [{ places: { finalist: 6 } }, "figures_same"],
  ])("%j is refused: %s", async (body, why) => {
    const { status, json } = await post(body);
    expect([status, json.against]).toEqual([200, [expect.objectContaining({ name: why })]]);
    const forced = await post({ ...body, plan: json.plan, reason: "x", anyway: true });
    expect(forced.status).toBe(412);
    expect(await stored()).toMatchObject({ places: DEFAULT_PLACES, graceMinutes: null });
  });

  test("only a director changes them, and the first release freezes places and readings", async () => {
    expect((await post({ readings: 2 }, staff)).status).toBe(404);
    const at = clock.now;
    await db
      .insert(decisionReleases)
      .values({ editionId: edition.id, at, actor: "dino", reason: "prova" });
    expect((await get()).figures.frozen).toBe(true);
    for (const body of [{ readings: 2 }, { places: { finalist: 5 } }]) {
      expect((await post(body)).json.against).toEqual([{ name: "figures_frozen", count: 1 }]);
    }
    await done({ grace_minutes: 20, reminders: { evaluators: [48] } });
  });

  test("the grace period of the edition decides what is accepted after the deadline", async () => {
    await done({ grace_minutes: 0 });
    clock.now = new Date(edition.closesAt.getTime() + 60_000);
    const late = async () => {
      const token = await freshToken(applicant);
      return (await api("POST", "wp/v2/project", { token, body: { idea: "Lana" } })).status;
    };
    expect(await late()).not.toBe(200);
    await setFigures(db, 2026, { graceMinutes: 2 }, byCommand());
    expect(await late()).toBe(200);
  });
});

describe("reminder times", () => {
  const HOUR = 3_600_000;
  const ahead = (hours: number) => new Date(edition.closesAt.getTime() - hours * HOUR);

  test("a reminder time in the past is shown as leaving now, and leaves", async () => {
    clock.now = ahead(100);
    await db.update(projects).set({ createdAt: START });
    expect(await queueReminders(deps, clock.now)).toBe(1);
    const shown = await done({ reminders: { applicants: [120, 24] } });
    expect(effect(shown, "reminders_due")).toEqual({ name: "reminders_due", count: 1 });
    expect(effect(shown, "reminders_new")).toBeUndefined();
    expect(await queueReminders(deps, clock.now)).toBe(1);
    expect(await queueReminders(deps, clock.now)).toBe(0);
  });

  test("a person who got a later reminder gets no earlier one that is added", async () => {
    clock.now = ahead(14);
    expect(await queueReminders(deps, clock.now)).toBe(1);
    const shown = await done({ reminders: { applicants: [36, 3] } });
    expect(effect(shown, "reminders_due")).toBeUndefined();
    expect(await queueReminders(deps, clock.now)).toBe(0);
  });

  test("the reminders of evaluators follow the edition's times", async () => {
    await makeEvaluator();
    await bench.makeSent();
    await setDate(db, 2026, "evaluation-closes", "2026-11-30", byCommand());
    await setFigures(db, 2026, { reminders: { evaluators: [48] } }, byCommand());
    const closes = (await stored())?.evaluationClosesAt?.getTime() ?? 0;
    expect(await queueEvaluationReminders(deps, new Date(closes - 100 * HOUR))).toBe(0);
    expect(await queueEvaluationReminders(deps, new Date(closes - 36 * HOUR))).toBe(1);
    expect(await queueEvaluationReminders(deps, new Date(closes - 10 * HOUR))).toBe(0);
  });

  test("moving the deadline shows exactly the reminders that leave, and which of them leave now", async () => {
    clock.now = ahead(30);
    expect(await queueReminders(deps, clock.now)).toBe(1);
    const shown = await move("2026-10-02");
    // The queued reminder states the old deadline, so a new reminder replaces it now.
    expect(effect(shown, "reminders_due")).toMatchObject({ count: 1 });
    for (const { name, facts } of shown.effects) {
      if (!/^reminders_(new|moved)$/.test(name)) continue;
      for (const at of facts.moments.split(",").filter(Boolean)) {
        expect(new Date(at).getTime()).toBeGreaterThan(clock.now.getTime());
      }
    }
    await setDate(db, 2026, "closes", "2026-10-02", byCommand());
    expect(await queueReminders(deps, clock.now)).toBe(1);
  });

  test("a moved deadline sends no past reminder when none was waiting", async () => {
    clock.now = ahead(200);
    const shown = await move("2026-09-25");
    expect(effect(shown, "reminders_due")).toBeUndefined();
    await setDate(db, 2026, "closes", "2026-09-25", byCommand());
    expect(await queueReminders(deps, clock.now)).toBe(0);
  });
});
