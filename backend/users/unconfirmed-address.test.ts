import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { GOOGLE_CLIENT_ID, openFakes } from "@/tests/support/fakes/server";
import { keyHoldersOf } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import {
  consents,
  identities,
  mailTokens,
  rateLimits,
  registrations,
  users,
} from "../db/schema/accounts";
import { renderMail } from "../mail/render";
import { inviteEvaluator } from "./invitation/invite";

const { google, state, close } = await openFakes();
afterAll(close);
const bench = await testBackend({ env: { GOOGLE_CLIENT_ID, GOOGLE_ISSUER_URL: state.url } });
await bench.makeEdition();
const { api, db, deps, clock, makeUser } = bench;
const { mailsTo, register, login } = peopleOf(bench);
const { prove } = keyHoldersOf(bench);
const MINUTE = 60_000;

const CHOSEN_BY_VICTIM = OTHER_PASSWORD;
const CHOSEN_BY_ATTACKER = PASSWORD;
const THIRD_PASSWORD = "cinque-finestre-al-mare";

beforeEach(() => db.delete(rateLimits));

/**
 * Registers one address twice: by the attacker and by the owner, a minute apart. Returns all mailed tokens in order.
 */
async function registeredByBoth(first: "attacker" | "victim" = "attacker") {
  const email = `${randomUUID()}@example.org`;
  const attacker = () =>
    register({ email, password: CHOSEN_BY_ATTACKER, first_name: "Mallory", newsletter: true });
  const victim = () =>
    register({ email, password: CHOSEN_BY_VICTIM, first_name: "Ada", interest: "both" });
  for (const one of first === "attacker" ? [attacker, victim] : [victim, attacker]) {
    clock.now = new Date(clock.now.getTime() + MINUTE);
    expect((await one()).status).toBe(202);
  }
  const [one = "", other = ""] = await tokensTo(email);
  return first === "attacker"
    ? { email, attacker, theirs: one, own: other }
    : { email, attacker, theirs: other, own: one };
}
const tokensTo = async (email: string) =>
  (await mailsTo(email)).flatMap(({ data }) => data.token ?? []);

const post = (path: string, body: object, token?: string) =>
  api("POST", `wp/v2/users/${path}`, { body, token });
const confirm = (token: string) => post("confirm", { token });
const statuses = async (email: string) => [
  (await login(email, CHOSEN_BY_ATTACKER)).status,
  (await login(email, CHOSEN_BY_VICTIM)).status,
];
async function account(email: string, password: string) {
  const { json } = await login(email, password);
  const me = await api("GET", "wp/v2/users/me/", { token: json.access_token });
  const said = await db.select().from(consents).where(eq(consents.userId, me.json.id));
  return { ...me.json, token: json.access_token, said: said.map((c) => `${c.kind}:${c.accepted}`) };
}
async function recover(email: string, password = THIRD_PASSWORD) {
  await post("password-recovery", { email });
  const token = (await tokensTo(email)).at(-1);
  expect((await post("password-reset", { token, password })).status).toBe(204);
}
async function googleBody(email: string, sub: string) {
  const id_token = await google.idToken({ email, sub }, { now: clock.now });
  const access_token = JSON.stringify({ access_token: "", id_token, token_type: "Bearer" });
  return { provider: "google", access_token };
}
const withGoogle = async (email: string, sub: string) => post("sso/", await googleBody(email, sub));
/** Re-authenticates with the password and links a Google account. */
async function linkGoogle(token: string, sub: string, password: string) {
  await prove(token, password);
  return post("me/providers", await googleBody("own@example.org", sub), token);
}

describe("an address that an attacker and its owner registered", () => {
  test.each(["attacker", "victim"] as const)(
    "an address belongs to the owner who confirms it, with the owner's password, names and consents (%s first)",
    async (first) => {
      const { email, own, theirs } = await registeredByBoth(first);
      expect((await confirm(own)).status).toBe(204);
      expect(await statuses(email)).toEqual([401, 200]);
      const { said, ...me } = await account(email, CHOSEN_BY_VICTIM);
      expect(me).toMatchObject({ first_name: "Ada", interest: "both", newsletter: false });
      expect(me.privacy).toBe(true);
      expect(said.sort()).toEqual(["newsletter:false", "privacy:true"]);
      expect((await confirm(theirs)).json.code).toBe("token_expired");
      expect(await statuses(email)).toEqual([401, 200]);
      expect(await db.$count(registrations, eq(registrations.userId, me.id))).toBe(0);
    },
  );

  test("a link confirms only its own registration, and the other registration's password is refused", async () => {
    const { email, theirs } = await registeredByBoth();
    expect((await confirm(theirs)).status).toBe(204);
    expect(await statuses(email)).toEqual([200, 401]);
  });

  test("of two links followed simultaneously one confirms, and the other is void", async () => {
    for (const repeat of [1, 2, 3]) {
      const { email, own, theirs } = await registeredByBoth(repeat % 2 ? "attacker" : "victim");
      const both = await Promise.all([confirm(theirs), confirm(own)]);
      expect(both.map(({ status }) => status).sort()).toEqual([204, 410]);
      expect(await statuses(email)).toEqual(both[0]?.status === 204 ? [200, 401] : [401, 200]);
    }
  });

  test("each confirmation email names the time of its registration and contains no text of the registrant", async () => {
    const { email } = await registeredByBoth();
    const mails = await mailsTo(email);
    const moments = mails.map(({ data }) => data.at);
    expect(moments).toEqual([
      new Date(clock.now.getTime() - MINUTE).toISOString(),
      clock.now.toISOString(),
    ]);
    for (const language of ["it", "en"] as const) {
      const [one, other] = mails.map(({ data }) =>
        renderMail({ template: "confirm", language, data }, deps.config),
      );
      expect(one?.text).toMatch(/\((ora di Roma|Rome time)\): .*\d\d:\d\d/);
      expect(one?.text).not.toBe(other?.text);
      expect(one?.text).not.toContain("Mallory");
    }
  });

  test("too many registrations leave no valid link of another registrant in the mailbox", async () => {
    const email = `${randomUUID()}@example.org`;
    for (let i = 0; i < 6; i++) await register({ email, password: CHOSEN_BY_ATTACKER });
    const { status } = await register({ email, password: CHOSEN_BY_VICTIM });
    expect([status, (await tokensTo(email)).length]).toEqual([202, 6]);
    for (const token of await tokensTo(email)) expect((await confirm(token)).status).toBe(410);
    expect((await post("confirm/resend", { email })).status).toBe(202);
    const last = (await mailsTo(email)).at(-1);
    expect(last?.template).toBe("choose_password");
    const body = { token: last?.data.token, password: THIRD_PASSWORD };
    expect((await post("password-reset", body)).status).toBe(204);
    expect(await statuses(email)).toEqual([401, 401]);
    expect((await login(email, THIRD_PASSWORD)).status).toBe(200);
  });

  test("a resent link lets the owner choose a password, because the registrations cannot be attributed", async () => {
    const { email, own, theirs } = await registeredByBoth("victim");
    expect((await post("confirm/resend", { email })).json).toEqual({ status: "accepted" });
    const mail = (await mailsTo(email)).at(-1);
    expect(mail?.template).toBe("choose_password");
    const link = renderMail(
      { template: "choose_password", language: "en", data: mail?.data ?? {} },
      deps.config,
    );
    expect(link.text).toContain("/en/login/password-reset?token=");
    const body = { token: mail?.data.token, password: THIRD_PASSWORD };
    expect((await post("password-reset", body)).status).toBe(204);
    for (const token of [own, theirs]) expect((await confirm(token)).status).toBe(410);
    expect(await statuses(email)).toEqual([401, 401]);
  });

  test("a reset or an invitation confirms the address and voids all registrations' links and consents", async () => {
    const { email, own, theirs } = await registeredByBoth();
    await recover(email);
    for (const token of [own, theirs]) expect((await confirm(token)).status).toBe(410);
    expect(await account(email, THIRD_PASSWORD)).toMatchObject({ newsletter: false, said: [] });

    const invited = await registeredByBoth();
    const person = { firstName: "Ada", lastName: "Riva", language: "it" as const };
    await inviteEvaluator(db, { ...person, email: invited.email }, clock.now);
    const token = (await tokensTo(invited.email)).at(-1);
    await invited.attacker();
    expect((await post("invitation", { token, password: THIRD_PASSWORD })).status).toBe(204);
    for (const one of await tokensTo(invited.email)) {
      expect((await confirm(one)).status).toBe(410);
    }
    expect(await statuses(invited.email)).toEqual([401, 401]);
  });

  test("a provider's sign-in gives the address to its owner, and the attacker's password is refused", async () => {
    const { email, theirs, own } = await registeredByBoth();
    const sub = randomUUID();
    const entered = await withGoogle(email, sub);
    expect(entered.status).toBe(200);
    const me = await api("GET", "wp/v2/users/me/", { token: entered.json.access_token });
    expect(me.json).toMatchObject({ first_name: "Ada", last_name: "Riva", newsletter: false });
    expect(me.json).toMatchObject({ has_password: false, providers: ["google"], privacy: true });
    const said = await db.select().from(consents).where(eq(consents.userId, me.json.id));
    expect(new Set(said.map(({ source }) => source))).toEqual(new Set(["google"]));
    for (const token of [theirs, own]) expect((await confirm(token)).status).toBe(410);
    expect(await statuses(email)).toEqual([401, 401]);
    // The account is confirmed, so a sign-in with another person's provider account does not take it over.
    expect((await withGoogle(email, randomUUID())).json.code).toBe("link_required");
  });

  test("simultaneous sign-ins through a provider in three tabs open one account", async () => {
    const { email } = await registeredByBoth();
    const sub = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => withGoogle(email, sub)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await db.$count(identities, eq(identities.subject, sub))).toBe(1);
  });

  test("a confirmation ends sessions and linked providers from before it", async () => {
    const { id, email, token } = await makeUser({ emailConfirmedAt: null });
    await db.insert(identities).values({ provider: "google", subject: id, userId: id });
    await register({ email, password: CHOSEN_BY_VICTIM });
    expect((await confirm((await tokensTo(email)).at(-1) ?? "")).status).toBe(204);
    expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
    expect(await db.$count(identities, eq(identities.userId, id))).toBe(0);
  });

  test("a link from a version without separate registrations confirms nothing", async () => {
    const { email } = await register();
    await db.update(mailTokens).set({ registrationId: null });
    expect((await confirm((await tokensTo(email)).at(-1) ?? "")).status).toBe(410);
  });
});

describe("password reset after an attacker's registration", () => {
  const notice = async (email: string) =>
    (await mailsTo(email)).findLast(({ template }) => template === "password_changed");

  test("a reset removes the providers that the attacker linked after the owner confirmed the wrong registration", async () => {
    const { email, theirs } = await registeredByBoth();
    await confirm(theirs);
    const { token } = await account(email, CHOSEN_BY_ATTACKER);
    const sub = randomUUID();
    expect((await linkGoogle(token, sub, CHOSEN_BY_ATTACKER)).status).toBe(200);
    await recover(email);
    expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
    const { json } = await withGoogle(`own-${sub}@example.org`, sub);
    const entered = await api("GET", "wp/v2/users/me/", { token: json.access_token });
    expect(entered.json.email).toBe(`own-${sub}@example.org`);
    expect((await account(email, THIRD_PASSWORD)).providers).toEqual([]);
    const mail = await notice(email);
    expect(mail?.data).toMatchObject({ linked: "", removed: "Google" });
    const { text } = renderMail(
      { template: "password_changed", language: "it", data: mail?.data ?? {} },
      deps.config,
    );
    expect(text).toContain("Scollegato per sicurezza (puoi ricollegarlo dal tuo profilo): Google");
    expect(text).not.toContain("Accedi anche con");
  });

  test("a reset keeps providers linked after the owner's password by email, and lists them", async () => {
    const { email } = await registeredByBoth();
    await recover(email);
    const { token } = await account(email, THIRD_PASSWORD);
    await linkGoogle(token, randomUUID(), THIRD_PASSWORD);
    await recover(email, CHOSEN_BY_VICTIM);
    expect((await account(email, CHOSEN_BY_VICTIM)).providers).toEqual(["google"]);
    expect((await notice(email))?.data).toMatchObject({ linked: "Google", removed: "" });
  });

  test("a reset keeps the provider that opened the account", async () => {
    const email = `${randomUUID()}@example.org`;
    const sub = randomUUID();
    await withGoogle(email, sub);
    await recover(email);
    expect((await account(email, THIRD_PASSWORD)).providers).toEqual(["google"]);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(user?.passwordByMail).toBe(true);
  });
});
