import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { identities, rateLimits, sessions, users } from "../db/schema/accounts";
import { whitepaperRequests } from "../db/schema/mail";

const bench = await testBackend();
const { api, db, clock, makeUser } = bench;
const { mailsTo, tokenFor, register, login, signUp } = peopleOf(bench);
const ACCEPTED = { status: "confirmation_sent" };
let count = 0;
const fresh = () => `new-${++count}@example.org`;

beforeEach(() => db.delete(rateLimits));

const ask = (token: string, email: string, password = PASSWORD) =>
  api("POST", "wp/v2/users/me/email", { token, body: { email, password } });
const confirm = (token: string) => api("POST", "wp/v2/users/email/confirm", { body: { token } });
const me = async (token: string) => (await api("GET", "wp/v2/users/me/", { token })).json;
const templates = async (email: string) => (await mailsTo(email)).map(({ template }) => template);

describe("change of the address", () => {
  test("a new address applies after its link is followed, ends the other sessions and notifies the old address", async () => {
    const person = await signUp();
    const elsewhere = (await login(person.email)).json.access_token;
    await db.insert(whitepaperRequests).values({
      email: person.email,
      firstName: "Giulia",
      lastName: "Ferraro",
      company: "Filò",
      role: "CEO",
      newsletter: false,
      language: "it",
    });
    const email = fresh();
    const { status, json } = await ask(person.token, ` ${email.toUpperCase()} `);
    expect([status, json]).toEqual([202, ACCEPTED]);
    expect((await me(person.token)).email).toBe(person.email);
    const [mail] = await mailsTo(email);
    // The new address is unconfirmed, so the mail to it contains no text typed by a user.
    expect(mail?.template).toBe("email_change");
    expect(Object.keys(mail?.data ?? {})).toEqual(["token"]);

    const token = await tokenFor(email);
    const answers = await Promise.all([confirm(token), confirm(token)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 410]);
    expect((await me(person.token)).email).toBe(email);
    expect((await api("GET", "wp/v2/users/me/", { token: elsewhere })).status).toBe(401);
    expect((await login(person.email)).status).toBe(401);
    expect((await login(email)).status).toBe(200);
    const told = (await mailsTo(person.email)).find((one) => one.template === "email_changed");
    expect(told?.data).toMatchObject({ email });
    const requests = db.select().from(whitepaperRequests);
    expect((await requests.where(eq(whitepaperRequests.email, email))).length).toBe(1);
  });

  test("a change of the address requires the password or, without one, a recent sign-in", async () => {
    const { token } = await signUp();
    const email = fresh();
    expect((await ask(token, email, OTHER_PASSWORD)).json.code).toBe("wrong_password");
    const provider = await makeUser();
    const mine = eq(sessions.id, provider.sessionId);
    await db.update(sessions).set({ createdAt: clock.now }).where(mine);
    expect((await ask(provider.token, email, "")).status).toBe(422);
    const without = (person: { token: string }) =>
      api("POST", "wp/v2/users/me/email", { token: person.token, body: { email } });
    expect((await without(provider)).status).toBe(202);
    clock.now = new Date(clock.now.getTime() + 6 * 60_000);
    expect((await without(provider)).json.code).toBe("wrong_password");
  });

  test("a change to another account's address gets the same response and sends its owner an email without a link", async () => {
    const { token } = await signUp();
    const other = await signUp();
    const { status, json } = await ask(token, other.email);
    expect([status, json]).toEqual([202, ACCEPTED]);
    const mail = (await mailsTo(other.email)).at(-1);
    expect([mail?.template, mail?.data]).toEqual(["email_taken", {}]);
  });

  test("a change to an unconfirmed account's address succeeds, and to an address confirmed meanwhile fails", async () => {
    const { token } = await signUp();
    const pending = await register();
    await ask(token, pending.email);
    expect((await confirm(await tokenFor(pending.email))).status).toBe(200);
    expect((await me(token)).email).toBe(pending.email);

    const email = fresh();
    await ask(token, email);
    const mine = await tokenFor(email);
    await signUp({ email });
    expect((await confirm(mine)).status).toBe(410);
    expect((await me(token)).email).toBe(pending.email);
  });

  test("a change to an address registered at the same moment fails, and its link succeeds at the next attempt", async () => {
    const person = await signUp();
    const email = fresh();
    await ask(person.token, email);
    const link = await tokenFor(email);
    const registering = Promise.withResolvers<void>();
    const confirming = Promise.withResolvers<void>();
    const registration = db.transaction(async (tx) => {
      await tx.insert(users).values({ email, firstName: "Ada", lastName: "Riva" });
      registering.resolve();
      await confirming.promise;
    });
    await registering.promise;
    const answer = confirm(link);
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.execute(waiting)).rowCount).toBe(1);
    confirming.resolve();
    await registration;
    const { status, json } = await answer;
    expect([status, json.code]).toEqual([410, "token_expired"]);
    expect((await me(person.token)).email).toBe(person.email);
    expect((await confirm(link)).status).toBe(200);
    expect((await me(person.token)).email).toBe(email);
  });

  test("a change of the address accepts only the newest link, for a day, and no link of another kind", async () => {
    const { token, email } = await signUp();
    const [first, second] = [fresh(), fresh()];
    await ask(token, first);
    await ask(token, second);
    expect((await confirm(await tokenFor(first))).status).toBe(410);
    await api("POST", "wp/v2/users/password-recovery", { body: { email } });
    expect((await confirm(await tokenFor(email))).status).toBe(410);
    const start = clock.now;
    clock.now = new Date(start.getTime() + 24 * 3_600_000);
    expect((await confirm(await tokenFor(second))).status).toBe(410);
    clock.now = start;
  });

  test("an account can request five changes of the address an hour", async () => {
    const { token } = await signUp();
    for (let i = 0; i < 5; i++) expect((await ask(token, fresh())).status).toBe(202);
    expect((await ask(token, fresh())).status).toBe(429);
  });

  test("a mailbox receives five emails about a change of address an hour from all accounts together", async () => {
    const email = fresh();
    for (let i = 0; i < 7; i++) {
      const { token } = await signUp();
      expect((await ask(token, email)).status).toBe(202);
    }
    expect(await templates(email)).toEqual(Array(5).fill("email_change"));
  });
});

describe("return to the former address", () => {
  test("the former address recovers the account, removes other ways to sign in and sets a new password by link", async () => {
    const person = await signUp();
    const { id } = await me(person.token);
    const email = fresh();
    await ask(person.token, email);
    await confirm(await tokenFor(email));
    await db.insert(identities).values({ provider: "google", subject: `g-${id}`, userId: id });
    const back = await tokenFor(person.email);
    const next = fresh();
    await ask(person.token, next);
    await confirm(await tokenFor(next));
    clock.now = new Date(clock.now.getTime() + 6 * 86_400_000);
    const { status, json } = await confirm(back);
    expect([status, json]).toEqual([200, { status: "taken_back" }]);
    const [user] = await db.select().from(users).where(eq(users.id, id));
    expect(user).toMatchObject({ email: person.email, passwordHash: null });
    expect(await db.select().from(identities).where(eq(identities.userId, id))).toEqual([]);
    expect((await login(next)).status).toBe(401);
    const chosen = await api("POST", "wp/v2/users/password-reset", {
      body: { token: await tokenFor(person.email), password: OTHER_PASSWORD },
    });
    expect(chosen.status).toBe(204);
    expect((await login(person.email, OTHER_PASSWORD)).status).toBe(200);
    expect((await confirm(await tokenFor(email))).status).toBe(410);
  });
});

test("checking a link does not use it up", async () => {
  const { email } = await register();
  const token = await tokenFor(email);
  const check = () => api("POST", "wp/v2/users/link", { body: { token } });
  for (let i = 0; i < 3; i++) expect((await check()).status).toBe(204);
  await api("POST", "wp/v2/users/confirm", { body: { token } });
  expect([(await check()).status, (await check()).json.code]).toEqual([410, "token_expired"]);
});
