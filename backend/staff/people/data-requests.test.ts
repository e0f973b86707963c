import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { romeDay } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { evaluationBench } from "@/tests/support/people/evaluation";
import { dataRequests, sessions, users } from "../../db/schema/accounts";
import { auditEntries } from "../../db/schema/audit-log";
import { outbox, whitepaperRequests } from "../../db/schema/mail";
import { deleteExpiredRecords } from "../../housekeeping";
import { eraseAddress, removeUnconfirmed } from "../../users/erase";
import { markReauthenticated } from "../../users/sessions/reauthenticated";

const bench = await evaluationBench();
const { api, db, deps, clock, makeUser, freshToken } = bench;
const staff = await makeUser({ roles: ["staff"] });
const director = await makeUser({ roles: ["director"] });
const auditor = await makeUser({ roles: ["auditor"] });

type By = Parameters<typeof freshToken>[0];
const post = async (path: string, body: object = {}, by: By = staff) =>
  api("POST", `wp/v2/staff/${path}`, { token: await freshToken(by), body });
const get = async (path: string, by: By = staff) =>
  api("GET", `wp/v2/staff/${path}`, { token: await freshToken(by) });
/** Previews an action and then executes it. */
async function make(path: string, body: object = {}) {
  const shown = await post(path, body);
  return post(path, { ...body, reason: "scrive da fuori", plan: shown.json.plan });
}
const today = () => romeDay(clock.now);
const list = async (query = "") => (await get(`requests${query}`)).json;

test("a request without an account is recorded, found, answered, and never named in the audit log", async () => {
  const email = "lettrice@example.org";
  await db.insert(whitepaperRequests).values({
    ...{ email, firstName: "Lea", lastName: "Torri", company: "Filò", role: "CEO" },
    ...{ newsletter: false, language: "it" },
  });
  const asked = { email: " Lettrice@Example.org ", kind: "access", received_on: today() };
  const shown = await post("requests", asked);
  expect(shown.json.effects).toEqual([
    { name: "request_open", count: 1 },
    { name: "request_of_address", count: 1, facts: { email } },
  ]);
  expect((await list()).total).toBe(0);
  expect((await make("requests", asked)).json.done).toBe(true);
  const { requests, counts } = await list("?search=torri");
  expect(requests).toMatchObject([
    { email, name: "Lea Torri", person: null, kind: "access", note: "scrive da fuori" },
  ]);
  expect(counts).toEqual({ open: 1, due: 0, proposed: 0, answered: 0, all: 1 });
  const { id } = requests[0];
  expect((await make(`requests/${id}/extension`)).json.done).toBe(true);
  expect((await make(`requests/${id}/answer`)).json.done).toBe(true);
  expect((await list()).counts).toEqual({ open: 0, due: 0, proposed: 0, answered: 1, all: 1 });
  expect((await list("?state=answered")).requests[0].answer).toBe("scrive da fuori");
  const lines = (await db.select().from(auditEntries)).filter(
    ({ target }) => target.request === id,
  );
  expect(lines.map(({ act }) => act)).toEqual(["request.open", "request.extend", "request.answer"]);
  expect(JSON.stringify(lines)).not.toMatch(/lettrice|scrive da fuori/);
  const { id: userId } = await makeUser({ email });
  expect((await list("?state=answered")).requests[0].person).toBe(userId);
  expect((await get(`people/${userId}`)).json.requests).toHaveLength(1);
});

test.each([
  ["an address without an account", null],
  ["an account's address", "account"],
] as const)(
  "two colleagues who record the same request concurrently store it once: %s",
  async (_, account) => {
    const { id, email } = account ? await makeUser() : { id: null, email: "una-volta@example.org" };
    const asked = { email, kind: "portability" };
    const yesterday = romeDay(new Date(clock.now.getTime() - DAY));
    const ways: [string, object][] = [
      ["requests", { ...asked, received_on: today() }],
      ["requests", { ...asked, received_on: yesterday }],
      ["requests", { ...asked, received_on: today() }],
      ...(id
        ? [
            [`people/${id}/requests`, { kind: asked.kind, received_on: today() }] as [
              string,
              object,
            ],
          ]
        : []),
    ];
    const shown: unknown[] = [];
    for (const [path, body] of ways) shown.push((await post(path, body)).json.plan);
    const answers = await Promise.all(
      ways.map(([path, body], at) =>
        post(path, { ...body, reason: "al telefono", plan: shown[at] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, json } of answers.filter(({ status }) => status !== 200)) {
      expect([status, json.code]).toEqual([412, "plan_changed"]);
      expect(json.data.current.against).toEqual([{ name: "request_open_already", count: 1 }]);
    }
    const found = (await list(`?search=${encodeURIComponent(email)}`)).requests;
    expect(found).toHaveLength(1);
    // A data request of another kind is stored as a separate request. So is a second request of the same kind after the
    // first was answered.
    expect((await make("requests", { ...ways[0]?.[1], kind: "objection" })).json.done).toBe(true);
    expect((await make(`requests/${found[0].id}/answer`)).json.done).toBe(true);
    expect((await make("requests", ways[0]?.[1])).json.done).toBe(true);
    await db.delete(dataRequests);
  },
);

test("a request from an account's address belongs to the account and cannot have a future day", async () => {
  const { id, email } = await makeUser();
  const asked = { email, kind: "erasure", received_on: today() };
  expect((await post("requests", asked)).json.effects[1].name).toBe("request_of_account");
  await make("requests", asked);
  expect((await get(`people/${id}`)).json.requests).toMatchObject([{ kind: "erasure" }]);
  const tomorrow = romeDay(new Date(clock.now.getTime() + DAY));
  const late = await post("requests", { ...asked, received_on: tomorrow });
  expect(late.json.data.fields).toEqual({ received_on: "invalid_choice" });
  expect((await post("requests", asked, auditor)).status).toBe(404);
  expect((await get("requests", auditor)).status).toBe(200);
});

test("requests are listed by due day, and the last page leads back", async () => {
  await db.delete(dataRequests);
  const days = ["2026-03-01", "2026-01-31", "2026-02-10", "2026-01-05", "2026-02-10"];
  for (const [index, receivedOn] of days.entries()) {
    const email = `n${index}@example.org`;
    await db.insert(dataRequests).values({ email, kind: "access", receivedOn, note: "" });
  }
  const seen: string[] = [];
  let page = await list("?per_page=2");
  for (;;) {
    seen.push(...page.requests.map(({ due_on }: { due_on: string }) => due_on));
    if (!page.next) break;
    page = await list(`?per_page=2&after=${page.next}`);
  }
  expect(seen).toEqual(["2026-02-05", "2026-02-28", "2026-03-10", "2026-03-10", "2026-04-01"]);
  const back = await list(`?per_page=2&before=${page.previous}`);
  expect(back.requests.map(({ due_on }: { due_on: string }) => due_on)).toEqual([
    "2026-03-10",
    "2026-03-10",
  ]);
  await db.delete(dataRequests);
});

test("an unconfirmed registration is deleted and its request stays due", async () => {
  const { id, email } = await makeUser({
    emailConfirmedAt: null,
    createdAt: new Date(clock.now.getTime() - 40 * DAY),
  });
  await db.delete(sessions).where(eq(sessions.userId, id));
  await make(`people/${id}/requests`, { kind: "access", received_on: today() });
  await removeUnconfirmed(deps, clock.now);
  expect(await db.select().from(users).where(eq(users.id, id))).toEqual([]);
  expect((await list()).requests).toMatchObject([{ email, person: null, kind: "access" }]);
});

test("a director with a passkey erases an address without an account on its request", async () => {
  const email = "senza-account@example.org";
  const person = { firstName: "Mara", lastName: "Quinto", company: "Filò", role: "CEO" };
  await db
    .insert(whitepaperRequests)
    .values({ email, ...person, newsletter: true, language: "it" });
  const written = { template: "whitepaper", language: "it", recipient: email, data: {} } as const;
  await db.insert(outbox).values([{ ...written, sentAt: clock.now }, written]);
  const received_on = today();
  await make("requests", { email, kind: "access", received_on });
  await make("requests", { email, kind: "erasure", received_on });
  const { requests } = await list("?search=senza-account");
  const idOf = (kind: string) => requests.find((one: { kind: string }) => one.kind === kind).id;
  const path = `requests/${idOf("erasure")}/erasure`;
  expect((await post(path)).status).toBe(404);
  const other = await post(`requests/${idOf("access")}/erasure`, {}, director);
  expect(other.json.against).toEqual([{ name: "not_to_erase", count: 1 }]);
  const shown = await post(path, {}, director);
  expect(shown.json).toMatchObject({ count: 1, against: [], mails: [] });
  expect(shown.json.effects).toEqual([
    { name: "address_erased", count: 1 },
    { name: "goes_whitepaper", count: 1 },
    { name: "goes_mails", count: 2 },
    { name: "request_answered", count: 2 },
  ]);
  const agreed = { reason: "lo chiede", plan: shown.json.plan };
  expect((await post(path, agreed, director)).json.code).toBe("key_required");
  expect(await db.$count(whitepaperRequests, eq(whitepaperRequests.email, email))).toBe(1);
  await markReauthenticated(db, director.sessionId, { byKey: true, now: clock.now });
  expect((await post(path, agreed, director)).json.done).toBe(true);
  for (const table of [whitepaperRequests, outbox, dataRequests, auditEntries]) {
    expect(JSON.stringify(await db.select().from(table))).not.toMatch(/senza-account|Quinto/);
  }
  const [line] = await db.select().from(auditEntries).orderBy(desc(auditEntries.number)).limit(1);
  expect(line).toMatchObject({ act: "user.erase", level: "web", actorId: director.id });
  expect((await list("?search=senza-account")).total).toBe(0);
  // If an account now has the address, erasing the account also erases the address from the request.
  await make("requests", { email, kind: "erasure", received_on });
  const [again] = (await list("?search=senza-account")).requests;
  await makeUser({ email });
  const closed = await post(`requests/${again.id}/erasure`, {}, director);
  expect(closed.json.against).toEqual([{ name: "address_of_account", count: 1 }]);
});

test("erasing an address deletes the text of its requests, and so do two years", async () => {
  await db.delete(dataRequests);
  const email = "andata@example.org";
  await make("requests", { email, kind: "erasure", received_on: today() });
  const act = { actor: "Rita", reason: "lo chiede", now: clock.now };
  expect(await eraseAddress(db, email, act)).not.toBeNull();
  const [gone] = (await list("?state=answered")).requests;
  expect(gone).toMatchObject({ email: null, note: "", kind: "erasure", answered_on: today() });
  const old = { email: "vecchia@example.org", kind: "access" as const, note: "Lea" };
  await db
    .insert(dataRequests)
    .values({ ...old, receivedOn: "2020-01-01", answeredOn: "2020-01-20", answer: "a Lea" });
  await deleteExpiredRecords(db, clock.now);
  expect(JSON.stringify(await db.select().from(dataRequests))).not.toMatch(/vecchia|Lea/);
  expect(await db.$count(outbox, eq(outbox.recipient, email))).toBe(0);
});
