import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { romeDay } from "@/contract/deadline";
import { DAY, MINUTE } from "@/contract/durations";
import { dueOn, monthsLater } from "@/contract/staff/data-requests";
import { unzip } from "@/tests/support/made-files/unpack";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { dataRequests, sessions, users } from "../../db/schema/accounts";
import { submissions } from "../../db/schema/applications";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox } from "../../db/schema/mail";
import { openSession } from "../../users/sessions/sessions";

const bench = await evaluationBench();
const { api, db, clock, makeUser, makeSent, makeEvaluator, freshToken } = bench;
const staff = await makeUser({ roles: ["staff"] });
const director = await makeUser({ roles: ["director"] });

/** Marks a session as re-authenticated with a passkey for some minutes. */
async function prove({ sessionId }: { sessionId: string }) {
  const proved = { provedAt: clock.now, keyProvedAt: clock.now };
  await db.update(sessions).set(proved).where(eq(sessions.id, sessionId));
}
type By = Parameters<typeof freshToken>[0];
const post = async (path: string, body: object = {}, by: By = staff) =>
  api("POST", `wp/v2/staff/${path}`, { token: await freshToken(by), body });
const get = async (path: string, by: By = staff) =>
  api("GET", `wp/v2/staff/${path}`, { token: await freshToken(by) });
const onPerson = (id: string, what: string, body: object = {}, by: By = staff) =>
  post(`people/${id}/${what}`, body, by);
/** Previews an action and then executes it. */
async function make(path: string, body: object = {}, by: By = staff) {
  const shown = await post(path, body, by);
  return post(path, { ...body, reason: "per prova", plan: shown.json.plan }, by);
}
const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
const lines = async (id: string) =>
  (await db.select().from(auditEntries).orderBy(auditEntries.number))
    .filter(({ target }) => target.user === id)
    .map(({ act, level, actorId }) => [act, level, actorId]);

test("ending sessions ends the previewed number and logs the caller", async () => {
  const { id } = await makeUser();
  expect((await onPerson(id, "sign-out")).json.against).toEqual([
    { name: "no_sessions", count: 1 },
  ]);
  await openSession(db, { userId: id, device: "Mac", deviceKey: null, now: clock.now });
  const shown = await onPerson(id, "sign-out");
  expect(shown.json).toMatchObject({ count: 1, effects: [{ name: "signed_out", count: 1 }] });
  const made = await make(`people/${id}/sign-out`);
  expect(made.json.done).toBe(true);
  const open = isNull(sessions.revokedAt);
  expect(await db.$count(sessions, and(eq(sessions.userId, id), open))).toBe(0);
  expect(await lines(id)).toEqual([["user.sign-out", "web", staff.id]]);
});

test("deactivating an account works like its owner's action, and reactivating restores its application", async () => {
  const fields = { referente_telefono: "+39 333 1234567" };
  const { owner: id, submissionId } = await makeSent({ fields });
  const shown = await onPerson(id, "deactivation");
  expect(shown.json.effects).toEqual([
    { name: "account_closed", count: 1, facts: { days: "365" } },
    { name: "left_selection", count: 1 },
  ]);
  expect(shown.json.mails).toEqual([{ template: "account_deactivated", language: "it", count: 1 }]);
  expect((await rowOf(id))?.deactivatedAt).toBeNull();
  expect((await make(`people/${id}/deactivation`)).json.done).toBe(true);
  expect((await rowOf(id))?.deactivatedAt).not.toBeNull();
  expect((await onPerson(id, "deactivation")).json.against).toMatchObject([
    { name: "account_closed" },
  ]);
  const back = await make(`people/${id}/reactivation`);
  expect(back.json).toMatchObject({
    done: true,
    effects: [
      { name: "account_back", count: 1 },
      { name: "back_in_selection", count: 1 },
    ],
  });
  const [now] = await db.select().from(submissions).where(eq(submissions.id, submissionId));
  expect(now?.current).toBe(true);
  expect((await onPerson(id, "reactivation")).json.against).toMatchObject([{ name: "in_use" }]);
});

test("a link to confirm or to set a password is sent with a click and never twice", async () => {
  for (const [values, template] of [
    [{ emailConfirmedAt: null }, "choose_password"],
    [{}, "password_recovery"],
  ] as const) {
    const { id, email } = await makeUser(values);
    const { plan } = (await onPerson(id, "link")).json;
    const both = await Promise.all([
      onPerson(id, "link", { plan }),
      onPerson(id, "link", { plan }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const queued = await db.select().from(outbox).where(eq(outbox.recipient, email));
    expect(queued.map((mail) => mail.template)).toEqual([template]);
    await db.update(outbox).set({ sentAt: clock.now }).where(eq(outbox.recipient, email));
    expect((await onPerson(id, "link")).json.count).toBe(1);
  }
});

test("correcting an address requires a passkey, informs both addresses, and refuses a used one", async () => {
  const { id, email } = await makeUser();
  const to = "giusta@example.org";
  const shown = await onPerson(id, "email", { email: to });
  expect(shown.json.effects.map(({ name }: { name: string }) => name)).toEqual([
    "address_asked",
    "address_told",
  ]);
  expect(shown.json.mails.map(({ template }: { template: string }) => template)).toEqual([
    "email_change",
    "email_correction",
  ]);
  const { plan } = shown.json;
  const made = () => onPerson(id, "email", { email: to, plan, reason: "ha cambiato lavoro" });
  expect((await made()).json.code).toBe("key_required");
  await prove(staff);
  expect((await made()).json.done).toBe(true);
  expect((await rowOf(id))?.email).toBe(email);
  expect(await lines(id)).toEqual([["user.correct", "web", staff.id]]);
  const taken = await onPerson(id, "email", { email: director.email });
  expect(taken.json.against).toEqual([{ name: "address_taken", count: 1 }]);
  const other = await onPerson(director.id, "email", { email: "x@example.org" });
  expect(other.json.against).toEqual([{ name: "runs_programme", count: 1 }]);
  expect((await onPerson(id, "email", { email: "nowhere" })).json.data.fields).toHaveProperty(
    "email",
  );
  await db.update(sessions).set({ keyProvedAt: null }).where(eq(sessions.id, staff.sessionId));
});

test("the copy of personal data requires a passkey, expires in minutes, and never has an evaluator's scores", async () => {
  const { id, email } = await makeUser();
  const download = (by: By) => get(`people/${id}/export`, by);
  const { plan } = (await onPerson(id, "export")).json;
  const made = () => onPerson(id, "export", { plan, reason: "richiesta del 5 dicembre" });
  expect((await made()).json.code).toBe("key_required");
  await prove(staff);
  await prove(director);
  expect((await download(staff)).json.code).toBe("proof_required");
  expect((await made()).json.done).toBe(true);
  const { response, status } = await download(staff);
  expect(status).toBe(200);
  const zip = await unzip(Buffer.from(await response.arrayBuffer()));
  expect(zip.get("profile.json")?.toString()).toContain(email);
  expect([...zip.keys()]).toContain("requests.json");
  expect((await download(director)).json.code).toBe("proof_required");
  const start = clock.now;
  clock.now = new Date(start.getTime() + 6 * MINUTE);
  await prove(staff);
  expect((await download(staff)).json.code).toBe("proof_required");
  clock.now = start;
  const evaluator = await makeEvaluator();
  const sent = await makeSent();
  expect((await evaluator.recuse(sent.id)).status).toBe(204);
  expect((await onPerson(evaluator.id, "export")).json).toMatchObject({
    count: 0,
    against: [{ name: "has_evaluated", count: 1 }],
  });
  await prove(staff);
});

test("only a director with a passkey erases a person, with a preview by the real erasure", async () => {
  const { owner: id } = await makeSent();
  const email = (await rowOf(id))?.email ?? "";
  expect((await onPerson(id, "erasure")).status).toBe(404);
  expect((await onPerson(id, "erasure", {}, director)).json.against).toEqual([
    { name: "in_use", count: 1 },
  ]);
  await make(`people/${id}/requests`, { kind: "erasure", received_on: romeDay(clock.now) });
  await make(`people/${id}/deactivation`);
  const shown = await onPerson(id, "erasure", {}, director);
  const effects = shown.json.effects.map(({ name, count }: never) => [name, count]);
  expect(effects).toEqual(
    expect.arrayContaining([
      ["person_erased", 1],
      ["erased_early", 1],
      ["goes_mails", 1],
      ["stays_receipts", 1],
      ["stays_acts", 3],
    ]),
  );
  expect((await rowOf(id))?.erasedAt).toBeNull();
  await prove(director);
  const made = await make(`people/${id}/erasure`, {}, director);
  expect(made.json.done).toBe(true);
  expect(await rowOf(id)).toMatchObject({ firstName: "", roles: [] });
  const told = await db.select().from(outbox).where(eq(outbox.recipient, email));
  expect(told.map(({ template }) => template)).toEqual(["account_erased"]);
  const [request] = await db.select().from(dataRequests).where(eq(dataRequests.userId, id));
  expect(request).toMatchObject({ note: "", answeredOn: romeDay(clock.now) });
  expect((await lines(id)).at(-1)).toEqual(["user.erase", "web", director.id]);
  expect((await onPerson(id, "erasure", {}, director)).status).toBe(404);
});

test("actions on staff accounts are refused, except sending a link", async () => {
  const other = await makeUser({ roles: ["auditor"] });
  for (const what of ["sign-out", "deactivation", "reactivation", "export"]) {
    const { json } = await onPerson(other.id, what, {}, director);
    expect([what, json.count, json.against]).toEqual([
      what,
      0,
      [{ name: "runs_programme", count: 1 }],
    ]);
  }
  expect((await onPerson(other.id, "link")).json.count).toBe(1);
});

describe("a data request", () => {
  test("a data request is due a calendar month later or on the last day of a shorter month, an accessibility report after 30 days", () => {
    expect(dueOn("access", "2026-12-05", false)).toBe("2027-01-05");
    expect(dueOn("access", "2026-01-31", false)).toBe("2026-02-28");
    expect(dueOn("access", "2026-01-31", true)).toBe("2026-04-30");
    expect(dueOn("accessibility", "2026-01-31", false)).toBe("2026-03-02");
    expect(monthsLater("2026-11-30", 3)).toBe("2027-02-28");
  });

  test("the database and the contract calculate the same due day for any day", async () => {
    const { id } = await makeUser();
    for (const receivedOn of ["2026-01-31", "2026-05-31", "2024-01-30", "2026-12-05"]) {
      for (const [kind, extension] of [
        ["access", null],
        ["access", "complessa"],
        ["accessibility", null],
      ] as const) {
        await db.delete(dataRequests).where(eq(dataRequests.userId, id));
        const row = { userId: id, kind, receivedOn, extension, note: "" };
        await db.insert(dataRequests).values(row);
        const { json } = await get(`people/${id}`);
        expect(json.request_due_on).toBe(dueOn(kind, receivedOn, extension !== null));
        expect(json.requests[0].due_on).toBe(json.request_due_on);
      }
    }
    await db.delete(dataRequests);
  });

  test("a report of an accessibility problem is recorded with its due day, and has no extension", async () => {
    const { id } = await makeUser();
    const report = { kind: "accessibility", received_on: romeDay(clock.now) };
    expect((await make(`people/${id}/requests`, report)).json.done).toBe(true);
    const [stored] = await db.select().from(dataRequests).where(eq(dataRequests.userId, id));
    expect((await post(`requests/${stored?.id}/extension`)).json.against).toMatchObject([
      { name: "no_extension" },
    ]);
    expect((await make(`requests/${stored?.id}/answer`)).json.done).toBe(true);
    await db.delete(dataRequests);
  });

  test("a data request is recorded, found, extended once, answered, and counted consistently", async () => {
    const { id } = await makeUser();
    const today = romeDay(clock.now);
    const tomorrow = romeDay(new Date(clock.now.getTime() + DAY));
    const late = await onPerson(id, "requests", { kind: "access", received_on: tomorrow });
    expect(late.json.data.fields).toEqual({ received_on: "invalid_choice" });
    const open = { kind: "access", received_on: today };
    expect((await make(`people/${id}/requests`, open)).json.done).toBe(true);
    const counts = async () => {
      const list = (await get("people?request=due")).json;
      const { json: today } = await get("today");
      const check = today.checks.find(({ check }: { check: string }) => check === "requests_due");
      return [list.total, list.counts.requests, check.count];
    };
    expect(await counts()).toEqual([0, { open: 1, due: 0 }, 0]);
    const start = clock.now;
    clock.now = new Date(start.getTime() + 26 * DAY);
    expect(await counts()).toEqual([1, { open: 1, due: 1 }, 1]);
    const [request] = await db
      .select()
      .from(dataRequests)
      .where(and(eq(dataRequests.userId, id)));
    expect(request?.note).toBe("per prova");
    expect((await make(`requests/${request?.id}/extension`)).json.done).toBe(true);
    expect(await counts()).toEqual([0, { open: 1, due: 0 }, 0]);
    expect((await post(`requests/${request?.id}/extension`)).json.against).toMatchObject([
      { name: "extended_already" },
    ]);
    expect((await make(`requests/${request?.id}/answer`)).json.done).toBe(true);
    expect((await post(`requests/${request?.id}/answer`)).json.against).toMatchObject([
      { name: "answered" },
    ]);
    expect(await counts()).toEqual([0, { open: 0, due: 0 }, 0]);
    clock.now = start;
    await make(`people/${id}/requests`, { ...open, received_on: "2026-01-01" });
    const [old] = await db
      .select()
      .from(dataRequests)
      .where(and(eq(dataRequests.userId, id), eq(dataRequests.receivedOn, "2026-01-01")));
    expect((await post(`requests/${old?.id}/extension`)).json.against).toMatchObject([
      { name: "too_late" },
    ]);
    expect((await post("requests/x/answer")).status).toBe(404);
    const facts = (await get(`acts?person=${id}`)).json.acts.map(
      ({ act, facts: { kind } }: never) => [act, kind],
    );
    expect(facts).toContainEqual(["request.extend", "access"]);
  });
});
