import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { CONSENT_YEARS, MAIL_DAYS, UNCONFIRMED_DAYS } from "@/contract/limits";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { appendAuditEntry } from "../audit-log/entries";
import { consents, users } from "../db/schema/accounts";
import { auditEntries } from "../db/schema/audit-log";
import { outbox, whitepaperRequests } from "../db/schema/mail";
import { deleteExpiredRecords } from "../housekeeping";
import { eraseAddress, removeUnconfirmed } from "./erase";

const bench = await testBackend();
const { api, db, deps, clock, makeUser, makeEdition } = bench;
const { mailsTo, register, signUp, login } = peopleOf(bench);
const DAY = 86_400_000;
const later = (days: number) => new Date(clock.now.getTime() + days * DAY);
const stored = (email: string) => db.select().from(users).where(eq(users.email, email));

beforeAll(async () => {
  await makeEdition();
});

test("an unconfirmed account is deleted with its consents and the address in its emails", async () => {
  const { email } = await register({ newsletter: true });
  const [user] = await stored(email);
  const act = { actor: "Rita", reason: "not of the jury", now: clock.now };
  await appendAuditEntry(db, act, { act: "user.revoke", target: { user: user?.id ?? "" } });
  const invited = await makeUser({ emailConfirmedAt: null, evaluator: true, createdAt: clock.now });
  const confirmed = await signUp();
  await db.update(outbox).set({ sentAt: clock.now });
  await removeUnconfirmed(deps, later(UNCONFIRMED_DAYS - 1));
  expect(await stored(email)).toHaveLength(1);
  const start = clock.now;
  clock.now = later(UNCONFIRMED_DAYS - 1);
  await register({ email });
  clock.now = start;
  expect(await removeUnconfirmed(deps, later(UNCONFIRMED_DAYS + 1))).toBe(0);
  expect(await removeUnconfirmed(deps, later(2 * UNCONFIRMED_DAYS))).toBe(1);
  expect(await stored(email)).toEqual([]);
  expect(await mailsTo(email)).toEqual([]);
  expect(
    await db
      .select()
      .from(consents)
      .where(eq(consents.userId, user?.id ?? "")),
  ).toEqual([]);
  expect(await stored(invited.email)).toHaveLength(1);
  expect(await stored(confirmed.email)).toHaveLength(1);
  const about = await db.select().from(auditEntries).orderBy(auditEntries.number);
  expect(about.map(({ act, words }) => [act, words.reason])).toEqual([
    ["user.revoke", undefined],
    ["user.erase", undefined],
  ]);
});

test("consents are deleted five years after their withdrawal or the erasure, no earlier", async () => {
  const years = (ms: number) => {
    const at = new Date(clock.now.getTime() + ms);
    at.setUTCFullYear(at.getUTCFullYear() + CONSENT_YEARS);
    return at;
  };
  const of = async (id: string) =>
    (await db.select().from(consents).where(eq(consents.userId, id)).orderBy(consents.kind)).map(
      ({ kind }) => kind,
    );
  const [stays, goes] = [await signUp({ newsletter: true }), await signUp({ newsletter: true })];
  const ids = [];
  for (const { email, token } of [stays, goes]) {
    await api("POST", "wp/v2/users/me/", { token, body: { newsletter: false } });
    ids.push((await stored(email))[0]?.id ?? "");
  }
  const body = { password: PASSWORD };
  await api("POST", "wp/v2/users/me/erase", { token: goes.token, body });
  const [kept = "", erased = ""] = ids;
  const all = ["newsletter", "newsletter", "privacy"];
  await deleteExpiredRecords(db, years(-DAY));
  expect([await of(kept), await of(erased)]).toEqual([all, all]);
  await deleteExpiredRecords(db, years(DAY));
  expect([await of(kept), await of(erased)]).toEqual([["privacy"], []]);
});

test("old emails lose address and text and keep what was sent when", async () => {
  const { email } = await register();
  const left = { createdAt: clock.now, sentAt: clock.now };
  await db.update(outbox).set(left).where(eq(outbox.recipient, email));
  await deleteExpiredRecords(db, later(MAIL_DAYS - 1));
  expect(await mailsTo(email)).toHaveLength(1);
  await deleteExpiredRecords(db, later(MAIL_DAYS + 1));
  expect(await mailsTo(email)).toEqual([]);
  const row = (await mailsTo("")).find(({ template }) => template === "confirm");
  expect(row).toMatchObject({ data: {}, lastError: null });
  expect(row?.sentAt).toEqual(clock.now);
});

test("a whitepaper reader without an account is erased by address", async () => {
  const email = "reader@example.org";
  const person = { first_name: "Ada", last_name: "Riva", company: "Filò", role: "CEO" };
  await api("POST", "wp/v2/whitepaper_requests", { body: { ...person, email, privacy: true } });
  const act = { actor: "Rita", reason: "asked for it", now: clock.now };
  expect(await eraseAddress(db, email, act)).not.toBeNull();
  const asked = db.select().from(whitepaperRequests).where(eq(whitepaperRequests.email, email));
  expect(await asked).toEqual([]);
  expect(await mailsTo(email)).toEqual([]);
  expect(await eraseAddress(db, email, act)).toBeNull();
  const told = await db.select().from(auditEntries).orderBy(auditEntries.number);
  expect(told.slice(-1)).toMatchObject([
    { target: {}, words: { reason: { text: "asked for it" } } },
  ]);
});

test("an account can be erased immediately with the password, and an email confirms it", async () => {
  const { email, token } = await signUp();
  const erase = (password: string) =>
    api("POST", "wp/v2/users/me/erase", { token, body: { password } });
  expect((await erase(OTHER_PASSWORD)).json.code).toBe("wrong_password");
  expect(await stored(email)).toHaveLength(1);
  expect((await erase(PASSWORD)).status).toBe(204);
  expect(await stored(email)).toEqual([]);
  expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["account_erased"]);
  expect((await login(email)).json.code).toBe("invalid_credentials");
  expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
  const { rows } =
    await db.execute(sql`select level, act, actor_id::text = target->>'user' as own, words
    from acts where act = 'user.erase' order by number desc limit 1`);
  expect(rows).toEqual([{ level: "owner", act: "user.erase", own: true, words: {} }]);
  await register({ email });
  expect((await mailsTo(email)).at(-1)?.template).toBe("confirm");
});
