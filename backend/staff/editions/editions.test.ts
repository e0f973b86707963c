import { and, eq, isNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { ActionPreview } from "@/contract/staff/preview";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { editions, projects } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { refreshes } from "../../db/schema/refreshes";
import { cloneEdition, setDate } from "../../editions/administer-editions";

const bench = await evaluationBench({ now: new Date("2026-08-20T10:00:00.000Z") });
const { api, db, clock, edition, makeUser, makeSent, makeEvaluator } = bench;
const PATH = "wp/v2/staff/editions";
const staff = await makeUser({ roles: ["staff"], email: "rita@example.org" });
const auditor = await makeUser({ roles: ["auditor"] });
const { makeEdition } = bench;
const begun = await makeUser();
await db.insert(projects).values({
  editionId: edition.id,
  userId: begun.id,
  fields: { nome: "Isola" },
  version: 2,
  createdAt: clock.now,
});
await makeSent();
await makeEvaluator();
const byCommand = () => ({ actor: "Ada", reason: "prova", now: clock.now });

beforeEach(async () => {
  clock.now = new Date("2026-08-20T10:00:00.000Z");
  await db.delete(editions).where(sql`${editions.year} <> 2026`);
  const { id, ...dates } = edition;
  await db.update(editions).set(dates).where(eq(editions.id, id));
});

const get = (year: number | string = 2026, token = staff.token) =>
  api("GET", `${PATH}/${year}`, { token });
const post = (path: string, body: object, token = staff.token) =>
  api("POST", `${PATH}/${path}`, { token, body });
const effect = ({ effects }: ActionPreview, name: string) =>
  effects.find((one) => one.name === name)?.count;
const stored = async (year = 2026) =>
  (await db.select().from(editions).where(eq(editions.year, year)))[0];
/** Previews an action and then executes it. */
async function done(path: string, body: object): Promise<ActionPreview> {
  const { json: shown } = await post(path, body);
  const answer = await post(path, {
    ...{ ...body, plan: shown.plan, reason: "prova", typed: shown.count },
  });
  expect([answer.status, answer.json]).toEqual([
    200,
    { ...shown, done: true, line: expect.any(Number) },
  ]);
  return answer.json;
}

describe("an edition for staff", () => {
  test("an edition has all its dates, their effects, and the last author of each date", async () => {
    await done("2026/dates", { which: "evaluation-closes", day: "2026-11-30" });
    await setDate(db, 2026, "awarded", "2026-12-16", byCommand());
    const { status, json } = await get();
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ year: 2026, state: "open", current: true, removable: false, closed_by: null },
      applications: { to_send: 1, sent: 1 },
      evaluators: 1,
      others: [],
    });
    expect(json.dates).toEqual([
      { which: "opens", at: "2026-06-30T22:00:00.000Z", changed: null },
      { which: "closes", at: "2026-09-30T22:00:00.000Z", changed: null },
      { which: "evaluation-opens", at: null, changed: null },
      {
        ...{ which: "evaluation-closes", at: "2026-11-30T23:00:00.000Z" },
        changed: { at: clock.now.toISOString(), who: "rita@example.org" },
      },
      {
        ...{ which: "awarded", at: "2026-12-15T23:00:00.000Z" },
        changed: { at: clock.now.toISOString(), who: "Ada" },
      },
    ]);
    expect(json.changes.map(({ act, who }: { act: string; who: string }) => [act, who])).toEqual([
      ["edition.date", "Ada"],
      ["edition.date", "rita@example.org"],
    ]);
    const mails = json.reminders.map(({ at, mails }: { at: string; mails: number }) => [at, mails]);
    expect(mails).toContainEqual(["2026-09-30T19:00:00.000Z", 1]);
    expect(mails).toContainEqual(["2026-11-30T08:00:00.000Z", 1]);
  });

  test("an edition returns 404 for an unknown year and non-staff, and an auditor cannot change it", async () => {
    for (const year of ["2099", "x", "99999"]) expect((await get(year)).status).toBe(404);
    expect((await get(2026, auditor.token)).status).toBe(200);
    expect((await get(2026, begun.token)).status).toBe(404);
    const body = { which: "closes", day: "2026-10-10" };
    expect((await post("2026/dates", body, auditor.token)).status).toBe(404);
    expect((await post("2099/dates", body)).status).toBe(404);
    expect((await post("x/dates", body)).status).toBe(404);
  });

  test("an edition names the current edition and the person who closed it early", async () => {
    await done("2026/closing", {});
    await done("2026/clone", { to: 2027 });
    const { json } = await get();
    expect(json).toMatchObject({
      ...{ state: "closed", current: true },
      closed_by: { at: clock.now.toISOString(), who: "rita@example.org" },
      others: [{ year: 2027, state: "not_yet_open", current: false }],
    });
    expect((await get(2027)).json).toMatchObject({
      ...{ current: false, removable: true, applications: { to_send: 0, sent: 0 } },
      others: [{ year: 2026, state: "closed", current: true }],
    });
  });
});

describe("an action on an edition", () => {
  test("moving a date requires the number of moved deadlines, or none if no deadline moves", async () => {
    const body = { which: "closes", day: "2026-10-10" };
    const shown = (await post("2026/dates", body)).json;
    expect(shown).toMatchObject({ done: false, count: 2, mails: [], cancelled: 0 });
    expect(effect(shown, "deadlines")).toBe(2);
    const agreed = { ...body, plan: shown.plan, reason: "prova" };
    for (const typed of [undefined, 1]) {
      const refused = await post("2026/dates", { ...agreed, typed });
      expect([refused.status, Object.keys(refused.json.data.fields)]).toEqual([422, ["typed"]]);
    }
    expect((await stored())?.closesAt).toEqual(edition.closesAt);
    expect((await post("2026/dates", { ...agreed, typed: 2 })).json.done).toBe(true);
    expect((await stored())?.closesAt.toISOString()).toBe("2026-10-10T22:00:00.000Z");
    await cloneEdition(db, 2026, 2027, byCommand());
    const empty = await post("2027/dates", { which: "closes", day: "2027-10-10" });
    expect(empty.json.count).toBe(0);
    const { plan } = empty.json;
    const kept = await post("2027/dates", {
      ...{ which: "closes", day: "2027-10-10", reason: "prova", plan },
    });
    expect(kept.json).toMatchObject({ done: true, count: 0 });
  });

  test("a moved date is visible on all instances and has an audit log entry in its transaction", async () => {
    const told = async () =>
      (await db.select().from(refreshes).where(eq(refreshes.tag, "edition")))[0]?.count ?? 0;
    const [before, lines] = [await told(), await db.$count(auditEntries)];
    await post("2026/dates", { which: "closes", day: "2026-10-10" });
    expect([await told(), await db.$count(auditEntries)]).toEqual([before, lines]);
    const { line } = await done("2026/dates", { which: "closes", day: "2026-10-10" });
    expect(await told()).toBe(before + 1);
    const [written] = await db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.number, line ?? 0));
    expect(written).toMatchObject({
      ...{ act: "edition.date", level: "web", actorId: staff.id },
      data: { which: "closes", date: "2026-10-10" },
    });
  });

  test("moving a date is refused after a concurrent change of the date", async () => {
    const body = { which: "closes", day: "2026-10-10" };
    const shown = (await post("2026/dates", body)).json;
    await setDate(db, 2026, "closes", "2026-10-05", byCommand());
    const stale = await post("2026/dates", {
      ...{ ...body, plan: shown.plan, reason: "prova", typed: shown.count },
    });
    expect([stale.status, stale.json.code]).toEqual([412, "plan_changed"]);
    expect((await stored())?.closesAt.toISOString()).toBe("2026-10-05T22:00:00.000Z");
  });

  test.each([
    ["dates", { which: "closes", day: "2026-06-01" }, "opens_late"],
    ["dates", { which: "opens", day: "2026-10-01" }, "opens_late"],
    ["dates", { which: "closes", day: "2026-12-31" }, "after_evaluation-closes"],
    ["dates", { which: "awarded", day: "2026-09-01" }, "after_awarded"],
    ["dates", { which: "evaluation-opens", day: "2026-09-30" }, "after_evaluation-opens"],
    ["dates", { which: "evaluation-opens", day: "2026-12-05" }, "evaluation_opens_late"],
    ["clone", { to: 2026 }, "edition_exists"],
    ["removal", {}, "edition_begun"],
  ])("%s %j is refused as the command refuses it: %s", async (path, body, why) => {
    const evaluationClosesAt = new Date("2026-11-30T23:00:00Z");
    await db.update(editions).set({ evaluationClosesAt }).where(eq(editions.year, 2026));
    const { status, json } = await post(`2026/${path}`, body);
    expect([status, json.count, json.against]).toEqual([200, 0, [{ name: why, count: 1 }]]);
    const { plan } = json;
    const forced = await post(`2026/${path}`, {
      ...{ ...body, plan, reason: "x", anyway: true, typed: 0 },
    });
    expect(forced.status).toBe(412);
    expect(await stored()).toMatchObject({ closesAt: edition.closesAt, evaluationClosesAt });
    await db.update(editions).set({ evaluationClosesAt: null });
  });

  test.each([
    [{ which: "closes", day: "2026-02-30" }, "day"],
    [{ which: "lunch", day: "2026-09-30" }, "which"],
  ])("invalid days and dates are refused: %j", async (body, field) => {
    const { status, json } = await post("2026/dates", body);
    expect([status, json.data.fields]).toEqual([422, { [field]: "invalid_choice" }]);
  });

  test("closing an edition lists the cut-off applications, unsent and changeable", async () => {
    const plan = await done("2026/closing", {});
    expect(plan.effects[0]).toEqual({
      ...{ name: "cut_off", count: 2, facts: { to_send: "1", sent: "1" } },
    });
    const again = (await post("2026/closing", {})).json;
    expect(again.against).toEqual([{ name: "closed_already", count: 1 }]);
  });

  test("closing an edition names the applicants with an extension", async () => {
    const extend = (extendedUntil: Date | null) =>
      db.update(projects).set({ extendedUntil }).where(eq(projects.userId, begun.id));
    await extend(new Date("2026-10-05T22:00:00.000Z"));
    const { json } = await post("2026/closing", {});
    await extend(null);
    expect(effect(json, "cut_off")).toBe(1);
    expect(json.effects).toContainEqual({
      ...{ name: "extensions_stay", count: 1 },
      facts: { project: "Isola", until: "2026-10-05" },
    });
  });

  test("closing an edition names an extension once, also one that was shorter than the call", async () => {
    const extend = (extendedUntil: Date | null) =>
      db.update(projects).set({ extendedUntil }).where(eq(projects.userId, begun.id));
    await extend(new Date(clock.now.getTime() + 3_600_000));
    const { json } = await post("2026/closing", {});
    await extend(null);
    const named = json.effects.map(({ name }: { name: string }) => name);
    expect(named.filter((name: string) => name.startsWith("extensions_"))).toEqual([
      "extensions_stay",
    ]);
  });

  test("opening an edition makes it current when it opens immediately, also the first edition", async () => {
    const days = { from: "2026-08-20", until: "2027-09-30" };
    const { json } = await post("2027/opening", days);
    expect(effect(json, "current_edition")).toBe(1);
    expect(effect(json, "public_pages")).toBe(1);
    expect(effect(json, "reminders_gone")).toBeGreaterThan(2);
    expect(json.effects.find(({ name }: { name: string }) => name === "days").facts).toEqual({
      ...{ year: "2027", from: "2026-08-20T00:00", until: "2027-09-30" },
    });
    await done("2027/opening", days);
    expect((await get()).json).toMatchObject({ state: "open", current: false });
    expect((await get(2027)).json).toMatchObject({ state: "open", current: true });
  });

  test("cloning prepares next year without changing this edition, and removal deletes the clone", async () => {
    const plan = await done("2026/clone", { to: 2027 });
    expect([effect(plan, "current_edition"), effect(plan, "public_pages")]).toEqual([0, 0]);
    await done("2027/removal", {});
    expect(await stored(2027)).toBeUndefined();
    const only = await makeEdition({ year: 2030 });
    await db.delete(editions).where(eq(editions.id, only.id));
  });

  test("the rule after sending locks sent applications and unlocks them again", async () => {
    const locked = await done("2026/after-sending", { rule: "locked" });
    expect([locked.count, effect(locked, "now_locked")]).toEqual([1, 1]);
    const freed = await done("2026/after-sending", { rule: "editable_until_deadline" });
    expect(effect(freed, "now_changeable")).toBe(1);
    expect(await db.$count(projects, and(isNull(projects.withdrawnAt)))).toBe(2);
  });
});
