import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { romeDay } from "@/contract/deadline";
import { DAY } from "@/contract/durations";
import { GRANTED_ROLES } from "@/contract/roles";
import { ACCOUNT_STATES, type PersonRow } from "@/contract/staff/people";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { consents, dataRequests, users } from "../../db/schema/accounts";
import { projects } from "../../db/schema/applications";
import { outbox } from "../../db/schema/mail";
import { type PublishedVersion, publishedVersions } from "../../documents/published-document";

const bench = await testBackend();
const { api, db, clock, makeUser, makeEdition } = bench;
const edition = await makeEdition();
const staff = await makeUser({ email: "rita@example.org", firstName: "Rita", roles: ["staff"] });
const LIST = "wp/v2/staff/people";

const ago = (days: number) => new Date(clock.now.getTime() - days * DAY);
const KINDS = [
  {},
  { emailConfirmedAt: null },
  { deactivatedAt: ago(10) },
  { deactivatedAt: ago(360) },
  { roles: ["evaluator"] },
];
for (let index = 0; index < 25; index += 1) {
  const { id } = await makeUser({
    email: `p${index}@filo.example`,
    firstName: ["Zoë", "Ugo", "100%"][index % 3] ?? "",
    createdAt: ago(index),
    ...KINDS[index % KINDS.length],
  });
  const referente_telefono = `+39 333 70${index}`;
  await db
    .insert(projects)
    .values({ editionId: edition.id, userId: id, fields: { nome: "Filò", referente_telefono } });
  if (index % 6 === 0) {
    const receivedOn = romeDay(ago(index * 2));
    await db.insert(dataRequests).values({ userId: id, kind: "access", receivedOn, note: "?" });
  }
}
await makeUser({ erasedAt: ago(1), deactivatedAt: ago(1), firstName: "" });

type Query = Record<string, string>;
const get = async (query: Query = {}) =>
  (await api("GET", `${LIST}?${new URLSearchParams(query)}`, { token: staff.token })).json;
const one = (id: string) => api("GET", `${LIST}/${id}`, { token: staff.token });

async function walk(query: Query): Promise<PersonRow[]> {
  const rows: PersonRow[] = [];
  let next: string | null = null;
  do {
    const page = await get({ ...query, ...(next && { after: next }) });
    rows.push(...page.people);
    next = page.next;
  } while (next !== null);
  return rows;
}

describe("the list of people", () => {
  test("pages, total, and counts of people agree for any filter", async () => {
    const filters = fc.record(
      {
        state: fc.constantFrom(...ACCOUNT_STATES),
        role: fc.constantFrom(...GRANTED_ROLES),
        erasure: fc.constant("near"),
        request: fc.constantFrom("open", "due"),
        search: fc.constantFrom("zoe", "100%", "filo", "7012", "ugo p1", "nobody"),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 2, max: 9 }), async (drawn, size) => {
        const query = drawn as Query;
        const rows = await walk({ ...query, per_page: String(size) });
        const { total } = await get(query);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(total).toBe(rows.length);
        const instants = rows.map(({ registered_at }) => registered_at);
        expect(instants).toEqual(instants.toSorted().reverse());
      }),
      { numRuns: 30 },
    );
    const { counts } = await get();
    expect(counts.all).toBe((await walk({})).length);
    for (const state of ACCOUNT_STATES) {
      expect([state, counts.states[state]]).toEqual([state, (await get({ state })).total]);
    }
    for (const role of GRANTED_ROLES) {
      expect([role, counts.roles[role]]).toEqual([role, (await get({ role })).total]);
    }
    expect(counts.erasures.near).toBe((await get({ erasure: "near" })).total);
    expect(counts).toMatchObject({ all: 26, states: { unconfirmed: 5, deactivated: 10 } });
    expect(counts.erasures.near).toBe(5);
    for (const request of ["open", "due"]) {
      const { total } = await get({ request });
      expect([request, counts.requests[request]]).toEqual([request, total]);
      expect(total).toBeGreaterThan(0);
    }
  });

  test("going back shows the previous page without erased people", async () => {
    const first = await get({ per_page: "7" });
    const second = await get({ per_page: "7", after: first.next });
    const back = await get({ per_page: "7", before: second.previous });
    expect(back.people).toEqual(first.people);
    expect(back).toMatchObject({ previous: null, next: first.next });
    expect((await walk({})).every(({ name }) => name !== "")).toBe(true);
  });

  test("people are found by the phone of their application, with the time of their erasure", async () => {
    const { people } = await get({ search: "333 703" });
    expect(people).toMatchObject([
      { email: "p3@filo.example", state: "deactivated", applications: 1 },
    ]);
    expect(people[0].erases_at).toBe(new Date(ago(360).getTime() + 365 * DAY).toISOString());
  });
});

describe("one person", () => {
  test("a person has ways to sign in, sessions, consents, emails, and remaining data without any secret", async () => {
    const { email } = await peopleOf(bench).signUp({ newsletter: true });
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const id = user?.id ?? "";
    await db.insert(consents).values({
      userId: id,
      kind: "newsletter",
      accepted: false,
      at: new Date(clock.now.getTime() + 1000),
      source: "profile",
    });
    await db
      .insert(projects)
      .values({ editionId: edition.id, userId: id, fields: { nome: "Onda", idea: "SEGRETA" } });
    const { json } = await one(id);
    expect(json).toMatchObject({
      email,
      state: "active",
      ways: { password: true, passkeys: [], app: null, recovery_codes: 0, lacking: [] },
      projects: [{ name: "Onda", edition: 2026, number: null, state: "begun" }],
      stays: { receipts: [], consents: 3, acts: 0, records: 0 },
    });
    expect(json.sessions).toHaveLength(1);
    expect(
      json.consents.map(({ kind, accepted, holds }: never) => [kind, accepted, holds]),
    ).toEqual([
      ["newsletter", false, true],
      ["newsletter", true, false],
      ["privacy", true, true],
    ]);
    const privacy = json.consents.find(({ kind }: { kind: string }) => kind === "privacy");
    const isOpen = ({ name, language }: PublishedVersion) =>
      name === "web-privacy" && language === "it";
    const { version = 0 } = (await publishedVersions()).findLast(isOpen) ?? {};
    expect(privacy).toMatchObject({
      version,
      file: `/policy/web-privacy-${version}-it.pdf`,
      source: "registration",
      language: "it",
    });
    expect(privacy.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(json.mail_count).toBe(await db.$count(outbox, eq(outbox.userId, id)));
    expect(json.mails[0].subject).not.toBe("");
    const text = JSON.stringify(json);
    for (const secret of ["argon2", "token", "SEGRETA", 'hash"']) {
      expect(text).not.toContain(secret);
    }
  });

  test("an unknown or erased person returns 404", async () => {
    const erased = await makeUser({ erasedAt: clock.now, deactivatedAt: clock.now });
    for (const id of ["x", randomUUID(), erased.id]) expect((await one(id)).status).toBe(404);
    const auditor = await makeUser({ roles: ["auditor"] });
    const read = await api("GET", `${LIST}/${staff.id}`, { token: auditor.token });
    expect([read.status, read.json.roles]).toEqual([200, ["staff"]]);
  });
});
