import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "@/contract/durations";
import type { ActionPreview } from "@/contract/staff/preview";
import { behindTheBack, five } from "@/tests/support/people/evaluation";
import { funnelBench } from "@/tests/support/people/funnel";
import { verifyAuditLog } from "../../audit-log/verify-entries";
import { dataRequests, users } from "../../db/schema/accounts";
import { auditEntries, pendingApprovals } from "../../db/schema/audit-log";
import { decisionReleases } from "../../db/schema/evaluations";
import { deleteExpiredRecords } from "../../housekeeping";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await funnelBench();
const { api, clock, db, deps, edition, makeApplicant, makeEvaluator, makeUser, freshToken } = bench;
deps.config.SECOND_PERSON = ["release", "erase"];
const [first, other] = [await makeApplicant("A"), await makeApplicant("B")];
const evaluator = await makeEvaluator();
for (const { id } of [first, other]) await evaluator.save(id, { scores: five(8, 8, 8, 8, 8) });
await evaluator.close();
const carla = await makeUser({ roles: ["director"], email: "carla@example.org" });
const dino = await makeUser({ roles: ["director"], email: "dino@example.org" });
const rita = await makeUser({ roles: ["staff"] });
type By = typeof carla;

const release = { edition: edition.year, stage: "pre_selected" };
const RELEASES = "wp/v2/staff/selection/releases";
async function post(path: string, body: object, by: By) {
  await markReauthenticated(db, by.sessionId, { byKey: true, now: clock.now });
  return api("POST", path, { token: await freshToken(by), body });
}
const look = async (by: By, path = RELEASES, body: object = release): Promise<ActionPreview> =>
  (await post(path, body, by)).json;
/** Previews an action and then confirms it. */
async function agree(by: By, reason: string, path = RELEASES, body: object = release) {
  const shown = await look(by, path, body);
  return post(path, { ...body, reason, plan: shown.plan }, by);
}
const select = (id: string) =>
  agree(rita, "riunione", "wp/v2/staff/selection/decisions", {
    ...release,
    pick: { ids: [id] },
    outcome: "selected",
  });
const told = () => db.$count(decisionReleases);
const log = async () =>
  (await db.select().from(auditEntries).orderBy(auditEntries.number)).map(
    ({ act, actorId, data }) => [act, actorId, data],
  );
const waiting = async () => {
  const { json } = await api("GET", "wp/v2/staff/today", { token: await freshToken(rita) });
  const count = (name: string) =>
    json.checks.find(({ check }: { check: string }) => check === name).count;
  return [count("releases_proposed"), count("erasures_proposed")];
};
const onSelection = async (by: By) =>
  (await api("GET", "wp/v2/staff/selection", { token: await freshToken(by) })).json.results
    .stages[0].proposed;

beforeEach(async () => {
  await db.delete(pendingApprovals);
  await behindTheBack(db, (tx) => tx.execute(sql`truncate decision_releases, outbox cascade`));
  await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, dino.id));
});

describe("a release with two-person approval", () => {
  test("the second director confirms the proposed details, and other details are a new proposal", async () => {
    await select(first.id);
    const details = { where_it: "Torino", where_en: "Turin" };
    const other = { where_it: "Milano", where_en: "Milan" };
    await agree(carla, "Giuria", RELEASES, { ...release, ...details });
    const { json } = await api("GET", "wp/v2/staff/selection", { token: await freshToken(dino) });
    expect(json.results.stages[0].details).toEqual(details);
    expect((await look(dino, RELEASES, { ...release, ...other })).second?.step).toBe("propose");
    expect((await look(dino, RELEASES, { ...release, ...details })).second?.step).toBe("confirm");
    await agree(dino, "Confermo", RELEASES, { ...release, ...details });
    const [stored] = await db.select().from(decisionReleases);
    expect(stored?.details).toEqual(details);
  });

  test("one director proposes a release without effect, and another one confirms it", async () => {
    await select(first.id);
    const lines = (await log()).length;
    const shown = await look(carla);
    expect(shown).toMatchObject({ count: 2, second: { step: "propose", proposed: null } });
    const proposed = await agree(carla, "la giuria");
    expect([proposed.status, proposed.json.done, proposed.json.line]).toEqual([
      200,
      false,
      lines + 1,
    ]);
    expect([await told(), await waiting()]).toEqual([0, [1, 0]]);
    const own = await look(carla);
    expect(own.second).toMatchObject({
      step: "wait",
      proposed: { own: true, reason: "la giuria" },
    });
    const again = await post(RELEASES, { ...release, reason: "da sola", plan: own.plan }, carla);
    expect([again.status, again.json.code, await told()]).toEqual([422, "act_refused", 0]);

    const second = await look(dino);
    expect(second.effects).toEqual(shown.effects);
    expect(second.second).toMatchObject({
      step: "confirm",
      proposed: { by: "carla@example.org", own: false, count: 2, reason: "la giuria" },
      before: null,
    });
    expect(await onSelection(dino)).toEqual(second.second?.proposed);
    const foreign = await post(RELEASES, { ...release, reason: "x", plan: shown.plan }, dino);
    expect([foreign.status, await told()]).toEqual([412, 0]);
    const made = await agree(dino, "visto");
    expect([made.status, made.json.done, await told()]).toEqual([200, true, 1]);
    expect((await log()).slice(lines)).toEqual([
      ["act.propose", carla.id, { proposed: "release", stage: "pre_selected" }],
      ["funnel.release", dino.id, expect.anything()],
      ["act.confirm", dino.id, { proposed: "release", line: String(lines + 1) }],
    ]);
    expect(await db.$count(pendingApprovals)).toBe(0);
    expect((await verifyAuditLog(db)).problem).toBeNull();
    const { json } = await api("GET", "wp/v2/staff/acts?act=act.confirm", { token: rita.token });
    expect(json.acts[0].facts).toEqual({ proposed: "release", line: String(lines + 1) });
    expect(json.acts[0].edition).toBe(edition.year);
  });

  test("a proposal with a changed result returns 412 with the difference and must be proposed again", async () => {
    await select(first.id);
    await agree(carla, "la giuria");
    const { plan, effects } = await look(dino);
    await select(other.id);
    const late = await post(RELEASES, { ...release, reason: "visto", plan }, dino);
    expect([late.status, late.json.code]).toEqual([412, "plan_changed"]);
    const { second } = late.json.data.current as ActionPreview;
    expect(second).toMatchObject({ step: "propose", proposed: { by: "carla@example.org" } });
    expect(second?.before?.mails).toEqual([
      { template: "decision_not_pre_selected", language: "it", count: 1 },
      { template: "decision_pre_selected", language: "it", count: 1 },
    ]);
    expect(second?.before?.effects).toEqual(effects);
    expect((await agree(dino, "adesso due")).json.done).toBe(false);
    expect([await told(), await db.$count(pendingApprovals)]).toEqual([0, 1]);
    expect((await agree(carla, "d’accordo")).json.done).toBe(true);
    expect(await told()).toBe(1);
  });

  test("a proposal ends when it expires, is withdrawn, or its proposer leaves", async () => {
    await select(first.id);
    await agree(carla, "la giuria");
    clock.now = new Date(clock.now.getTime() + 24 * HOUR);
    expect((await look(dino)).second).toMatchObject({ step: "propose", proposed: null });
    expect(await waiting()).toEqual([0, 0]);
    await deleteExpiredRecords(db, new Date(clock.now.getTime() + 1));
    expect(await db.$count(pendingApprovals)).toBe(0);

    await agree(dino, "ancora");
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, dino.id));
    expect((await look(carla)).second).toMatchObject({ step: "propose", proposed: null });
    await db.update(users).set({ deactivatedAt: null }).where(eq(users.id, dino.id));

    const { id } = await onSelection(carla);
    const path = `wp/v2/staff/proposed-acts/${id}/withdrawal`;
    expect((await post(path, {}, rita)).status).toBe(404);
    expect((await agree(carla, "non adesso", path, {})).json.done).toBe(true);
    expect([await db.$count(pendingApprovals), await onSelection(carla)]).toEqual([0, null]);
    expect((await post(path, {}, carla)).status).toBe(404);
    expect((await log()).at(-1)?.slice(0, 2)).toEqual(["act.withdraw", carla.id]);
  });

  test("concurrent requests propose a release once", async () => {
    await select(first.id);
    const { plan } = await look(carla);
    const say = (by: By, reason: string) => post(RELEASES, { ...release, reason, plan }, by);
    const agreed = await Promise.all([say(carla, "uno"), say(dino, "due")]);
    expect(agreed.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect([await db.$count(pendingApprovals), await told()]).toEqual([1, 0]);
  });

  test("no second person is required without the configuration", async () => {
    await select(first.id);
    deps.config.SECOND_PERSON = ["erase"];
    expect((await look(carla)).second).toBeUndefined();
    expect((await agree(carla, "la giuria")).json.done).toBe(true);
    deps.config.SECOND_PERSON = ["release", "erase"];
  });
});

test("an erasure waits for a second person on the person's page and leaves no reason behind", async () => {
  const { id } = await makeUser({ deactivatedAt: clock.now });
  const path = `wp/v2/staff/people/${id}/erasure`;
  expect((await agree(carla, "lo ha chiesto Mario", path, {})).json.done).toBe(false);
  expect(await waiting()).toEqual([0, 1]);
  const token = await freshToken(rita);
  const list = await api("GET", "wp/v2/staff/people?erasure=proposed", { token });
  expect(list.json.people.map((one: { id: string }) => one.id)).toEqual([id]);
  expect(list.json.counts.erasures.proposed).toBe(1);
  const person = await api("GET", `wp/v2/staff/people/${id}`, { token });
  expect(person.json.proposed).toMatchObject({ by: "carla@example.org", own: false });
  const second = await look(dino, path, {});
  expect(second.second?.step).toBe("confirm");
  expect((await agree(dino, "controllato", path, {})).json.done).toBe(true);
  const [user] = await db.select().from(users).where(eq(users.id, id));
  expect(user?.erasedAt).not.toBeNull();
  const about = await db.select().from(auditEntries).orderBy(auditEntries.number);
  expect(
    about
      .filter(({ target }) => target.user === id)
      .map(({ act, words }) => [act, words.reason?.text]),
  ).toEqual([
    ["act.propose", undefined],
    ["user.erase", "controllato"],
    ["act.confirm", undefined],
  ]);
  expect((await verifyAuditLog(db)).problem).toBeNull();
});

test("erasing an address without an account requires a second person and logs no reason", async () => {
  const from = { email: "fuori@example.org", note: "?", receivedOn: "2026-09-01" };
  const [request] = await db
    .insert(dataRequests)
    .values({ ...from, kind: "erasure" })
    .returning();
  const id = String(request?.id);
  const path = `wp/v2/staff/requests/${id}/erasure`;
  const proposed = async () => {
    const token = await freshToken(rita);
    const { json } = await api("GET", "wp/v2/staff/requests?state=proposed", { token });
    const { json: today } = await api("GET", "wp/v2/staff/today", { token });
    const check = today.checks.find((one: { check: string }) => one.check === "addresses_proposed");
    expect([json.total, json.counts.proposed]).toEqual([check.count, check.count]);
    return json.requests[0];
  };
  expect((await agree(carla, "lo chiede Lea", path, {})).json.done).toBe(false);
  expect(await proposed()).toMatchObject({
    id,
    proposed: { by: "carla@example.org", own: false, reason: "lo chiede Lea" },
  });
  const {
    proposed: { id: proposal },
  } = await proposed();
  const away = `wp/v2/staff/proposed-acts/${proposal}/withdrawal`;
  expect((await agree(dino, "Lea ci ripensa", away, {})).json.done).toBe(true);
  expect(await proposed()).toBeUndefined();
  await agree(carla, "lo chiede Lea", path, {});
  expect((await agree(dino, "controllato", path, {})).json.done).toBe(true);
  expect(await proposed()).toBeUndefined();
  const [left] = await db.select().from(dataRequests).where(eq(dataRequests.id, id));
  expect([left?.email, left?.note, left?.answeredOn === null]).toEqual(["", "", false]);
  const lines = JSON.stringify(await db.select().from(auditEntries));
  expect(lines).not.toMatch(/fuori@|Lea/);
  expect(lines).toContain("controllato");
  expect((await verifyAuditLog(db)).problem).toBeNull();
});
