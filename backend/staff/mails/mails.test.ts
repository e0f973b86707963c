import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { MAIL_STATES } from "@/contract/staff/mail-activity";
import type { MailRow } from "@/contract/staff/mails";
import { MESSAGES } from "@/tests/support/render";
import { testBackend } from "@/tests/support/servers/backend";
import { hashToken } from "../../db/hash-token";
import { mailTokens } from "../../db/schema/accounts";
import { auditEntries } from "../../db/schema/audit-log";
import { mailPause, outbox } from "../../db/schema/mail";
import { EXPIRED, UNDER_WAY } from "../../mail/mail-state";
import { TEMPLATES } from "../../mail/messages";

// Use the real time, because the outbox uses the database's clock.
const now = new Date();
const { api, db, makeUser } = await testBackend({ now });
const { token } = await makeUser({ email: "rita@example.org", roles: ["staff"] });
const LIST = "wp/v2/staff/mails";
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

type Mail = typeof outbox.$inferInsert;
async function plant(values: Partial<Mail> = {}) {
  const [row] = await db
    .insert(outbox)
    .values({
      recipient: "nadia@granofuturo.example",
      language: "it",
      template: "application_sent",
      data: { number: "2026-000103", first_name: "Nadia" },
      ...values,
    })
    .returning();
  if (!row) throw new Error("no mail");
  return row;
}
const rowOf = async (id: string) => (await db.select().from(outbox).where(eq(outbox.id, id)))[0];
type Query = Record<string, string>;
const get = async (query: Query = {}) =>
  (await api("GET", `${LIST}?${new URLSearchParams(query)}`, { token })).json;
const resend = (id: string, body: object = {}) =>
  api("POST", `${LIST}/${id}/resend`, { token, body });

/** Previews an action and then executes it. */
async function make(path: string, body: object) {
  const shown = await api("POST", path, { token, body });
  expect(shown.status).toBe(200);
  const typed = shown.json.count;
  const more = { plan: shown.json.plan, reason: "ha chiamato", typed };
  return api("POST", path, { token, body: { ...body, ...more } });
}

const KINDS: Partial<Mail>[] = [
  {},
  { createdAt: ago(5), nextAttemptAt: ago(-1), attempts: 3, says: "421 4.7.0 Too many" },
  { createdAt: ago(30), failedAt: ago(3), lastError: "EENVELOPE", says: "550 5.1.1 User unknown" },
  { createdAt: ago(70), sentAt: ago(69), says: "250 2.0.0 Ok" },
  { createdAt: ago(80), failedAt: ago(2), lastError: EXPIRED },
  { createdAt: ago(3000), sentAt: ago(2990), template: "reminder_begin", recipient: "a@b.example" },
];
const owner = await makeUser({ email: "o@example.org", firstName: "Nadìa", lastName: "Serra" });
for (let index = 0; index < 40; index += 1) {
  const kind = KINDS[index % KINDS.length];
  await plant({ ...kind, ...(index % 5 === 0 && { userId: owner.id, recipient: owner.email }) });
}

async function walk(query: Query) {
  const ids: string[] = [];
  let next: string | null = null;
  let last: { previous: string | null } = { previous: null };
  do {
    const page: { mails: MailRow[]; next: string | null; previous: string | null } = await get({
      ...query,
      ...(next && { after: next }),
    });
    ids.push(...page.mails.map(({ id }) => id));
    [next, last] = [page.next, page];
  } while (next !== null);
  return { ids, last };
}

test("list, counts, and actions of a filter agree, and pages lead in both directions", async () => {
  const filters = fc.record(
    {
      state: fc.constantFrom(...MAIL_STATES),
      since: fc.constant("today"),
      search: fc.constantFrom("nadia", "serra", "granofuturo", "ricevuta", "receipt", "a@b", "%"),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(filters, fc.integer({ min: 3, max: 20 }), async (drawn, per_page) => {
      const query = drawn as Query;
      const { ids, last } = await walk({ ...query, per_page: String(per_page) });
      const { total, states, mails } = await get(query);
      expect(new Set(ids).size).toBe(ids.length);
      expect(total).toBe(ids.length);
      if (drawn.state) expect(states[drawn.state]).toBe(total);
      for (const one of mails) if (drawn.state) expect(one.state).toBe(drawn.state);
      if (last.previous) {
        const before = await get({ ...query, before: last.previous, per_page: String(per_page) });
        expect(before.mails.map(({ id }: MailRow) => id)).toEqual(
          ids.slice(-per_page - (ids.length % per_page || per_page)).slice(0, per_page),
        );
      }
      const selection = { query, count: ids.length };
      const shown = await api("POST", `${LIST}/retry`, { token, body: { selection } });
      const against = shown.json.against as { count: number }[];
      const asked = against.reduce((all, { count }) => all + count, shown.json.count);
      expect(asked).toBe(ids.length);
    }),
    { numRuns: 25 },
  );
});

test("a row has the server's response and the email's title", async () => {
  const { mails } = await get({ state: "failed" });
  expect(mails[0]).toMatchObject({
    subject: "Candidatura inviata: ricevuta 2026-000103",
    says: "550 5.1.1 User unknown",
    state: "failed",
  });
});

test("a row links to the account that still has its address, else to none", async () => {
  const about = async (recipient: string) => {
    const mail = await plant({ failedAt: ago(3), userId: owner.id, recipient });
    const { mails } = await get({ state: "failed", search: recipient });
    await db.delete(outbox).where(eq(outbox.id, mail.id));
    return mails.find(({ id }: MailRow) => id === mail.id);
  };
  expect(await about(owner.email)).toMatchObject({ account: owner.id });
  expect(await about("old@gmial.com")).toMatchObject({ account: null, person: "Nadìa Serra" });
});

describe("sending again", () => {
  test("a failed email is queued again with an audit log entry", async () => {
    const mail = await plant({
      ...{ failedAt: ago(3), attempts: 10, says: "552 Mailbox full" },
      recipient: "full@example.org",
    });
    const made = await make(`${LIST}/${mail.id}/resend`, {});
    expect(made.json).toMatchObject({
      done: true,
      count: 1,
      effects: [{ name: "mail_retried", count: 1 }],
      mails: [{ template: "application_sent", language: "it", count: 1 }],
    });
    expect(await rowOf(mail.id)).toMatchObject({ failedAt: null, attempts: 0, says: null });
    const [line] = await db
      .select()
      .from(auditEntries)
      .where(sql`${auditEntries.target} ->> 'mail' = ${mail.id}`);
    expect(line).toMatchObject({ act: "mail.retry", level: "web" });
  });

  test("an accepted email is sent again as the same email, once for two requests", async () => {
    const mail = await plant({
      recipient: "taken@example.org",
      sentAt: ago(69),
      dedupeKey: "once",
      says: "250 Ok",
    });
    const before = await db.$count(outbox);
    expect((await make(`${LIST}/${mail.id}/resend`, {})).json.effects).toEqual([
      { name: "mail_resent", count: 1 },
    ]);
    expect(await rowOf(mail.id)).toMatchObject({ id: mail.id, dedupeKey: "once", sentAt: null });
    // The email is already waiting to be sent, so sending it again only makes it due now.
    expect((await make(`${LIST}/${mail.id}/resend`, {})).json.effects).toEqual([
      { name: "mail_hurried", count: 1 },
    ]);
    expect(await db.$count(outbox)).toBe(before);
  });

  test.each([
    ["mail_expired", { failedAt: ago(3), lastError: EXPIRED }],
    ["mail_expired", { sentAt: ago(3), expiresAt: ago(1) }],
    ["mail_link_gone", { sentAt: ago(3), data: { token: "" }, template: "password_recovery" }],
    ["mail_link_over", { failedAt: ago(3), data: { token: "old" }, template: "password_recovery" }],
    ["mail_forgotten", { sentAt: ago(3), recipient: "" }],
    ["mail_under_way", { lastError: UNDER_WAY, nextAttemptAt: ago(-10) }],
  ] as const)("sending again is blocked for %s", async (name, values) => {
    const link = { hash: hashToken("old"), userId: owner.id, kind: "reset", expiresAt: ago(1) };
    await db.insert(mailTokens).values(link).onConflictDoNothing();
    const mail = await plant({ ...values, userId: owner.id });
    const rows: MailRow[] = (await get({ per_page: "100" })).mails;
    expect(rows.find(({ id }) => id === mail.id)?.resend_blocker).toBe(name);
    const { json: person } = await api("GET", `wp/v2/staff/people/${owner.id}`, { token });
    const [own] = person.mails.filter(({ id }: { id: string }) => id === mail.id);
    expect(own?.resend_blocker).toBe(name);
    const { json } = await resend(mail.id);
    expect(json).toMatchObject({ count: 0, against: [{ name, count: 1 }] });
    expect((await resend(mail.id, { plan: json.plan })).status).toBe(422);
    expect(await rowOf(mail.id)).toMatchObject(values);
  });

  test("an email with a valid link can be sent again, and the list has the link's expiry", async () => {
    const secret = "a-secret-of-a-link";
    await db.insert(mailTokens).values({
      hash: hashToken(secret),
      userId: owner.id,
      kind: "reset",
      expiresAt: ago(-26),
    });
    const mail = await plant({
      failedAt: ago(3),
      template: "password_recovery",
      data: { token: secret },
      userId: owner.id,
    });
    const row = (await get({ search: "password" })).mails[0] as MailRow;
    expect(row).toMatchObject({ id: mail.id, link_until: ago(-26).toISOString() });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(row.resend_blocker).toBeNull();
    expect((await resend(mail.id)).json.count).toBe(1);
  });

  test("an undelivered email is sent to the reader's current address", async () => {
    const mail = await plant({ failedAt: ago(3), userId: owner.id, recipient: "old@gmial.com" });
    await make(`${LIST}/${mail.id}/resend`, {});
    expect((await rowOf(mail.id))?.recipient).toBe(owner.email);
  });

  test("all failed emails of a filter are retried with a reason, without accepted ones", async () => {
    await db.delete(outbox).where(eq(outbox.template, "password_recovery"));
    const { total } = await get({ state: "failed" });
    const selection = { query: { state: "failed" }, count: total };
    const { status, json } = await make(`${LIST}/retry`, { selection });
    expect([status, json.count]).toEqual([200, total]);
    expect((await get({ state: "failed" })).total).toBe(0);
    const again = await api("POST", `${LIST}/retry`, { token, body: { selection } });
    expect(again.json.count).toBe(0);
    const taken = await plant({ sentAt: ago(3) });
    const one = { selection: { ids: [taken.id] } };
    expect((await api("POST", `${LIST}/retry`, { token, body: one })).json).toMatchObject({
      count: 0,
      against: [{ name: "mail_taken" }],
    });
  });
});

test("no email counts as stuck while all are paused", async () => {
  await plant({ createdAt: ago(9), nextAttemptAt: ago(9) });
  expect((await get()).states.stuck).toBeGreaterThan(0);
  await db.insert(mailPause).values({});
  expect((await get()).states.stuck).toBe(0);
  await db.delete(mailPause);
});

test.each(LANGUAGES)("each email has a name in the dialogs (%s)", (language) => {
  expect(Object.keys(MESSAGES[language].staff.act.mail).sort()).toEqual([...TEMPLATES].sort());
});

test("a search finds an address, a name and a letter's subject, without case and accents", async () => {
  const zoe = await makeUser({ email: "z@example.org", firstName: "Zoë", lastName: "Nicolò" });
  const plain = await plant({ recipient: "Cercami@Granofuturo.example" });
  const accented = await plant({ recipient: "cercamì@granofuturo.example" });
  const named = await plant({ recipient: "z@example.org", userId: zoe.id });
  const letter = await plant({ template: "letter", data: { subject: "Perché cercarti" } });
  const found = async (search: string) =>
    (await get({ search })).mails.map(({ id }: MailRow) => id).sort();
  expect(await found("CERCAMI@")).toEqual([plain.id, accented.id].sort());
  expect(await found("nicolo ZOE")).toEqual([named.id]);
  expect(await found("perche")).toEqual([letter.id]);
  const { total, states } = await get({ search: "cercami" });
  expect([total, states.waiting + states.stuck]).toEqual([2, 2]);
});
