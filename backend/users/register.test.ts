import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { consents, mailTokens, rateLimits, registrations, users } from "../db/schema/accounts";

const bench = await testBackend();
const { api, db, clock } = bench;
const { mailsTo, tokenFor, register, login, signUp } = peopleOf(bench);
/** A password of 256 characters without repetitions. */
const LONGEST = Array.from({ length: 256 }, (_, i) =>
  String.fromCharCode(97 + ((i * i * 7) % 23)),
).join("");
const ACCEPTED = { status: "confirmation_sent" };

async function stored(email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

describe("registration", () => {
  test("a registration opens an account with an unconfirmed address", async () => {
    const { status, json, email } = await register({ newsletter: true, interest: "both" });
    expect([status, json]).toEqual([202, ACCEPTED]);
    const user = await stored(email);
    expect(user).toMatchObject({ newsletter: true, interest: "both", emailConfirmedAt: null });
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const kept = await db
      .select()
      .from(consents)
      .where(eq(consents.userId, user?.id ?? ""));
    expect(kept.map(({ kind, accepted }) => `${kind}:${accepted}`).sort()).toEqual([
      "newsletter:true",
      "privacy:true",
    ]);
  });

  test("a registration records the accepted document and its hash", async () => {
    const { email } = await register({ newsletter: true }, "wp/v2/users/register?lang=en");
    const user = await stored(email);
    const kept = await db
      .select()
      .from(consents)
      .where(eq(consents.userId, user?.id ?? ""));
    const document = "/policy/web-privacy-en.pdf";
    const sha256 = createHash("sha256")
      .update(readFileSync(`public${document}`))
      .digest("hex");
    const common = { accepted: true, at: clock.now, language: "en", source: "registration" };
    expect(kept.find(({ kind }) => kind === "privacy")).toMatchObject({
      ...common,
      document,
      sha256,
    });
    expect(kept.find(({ kind }) => kind === "newsletter")).toMatchObject({
      ...common,
      document: null,
    });
  });

  test("a registration's email is in the language of the request", async () => {
    const { email } = await register({}, "wp/v2/users/register?lang=en");
    expect((await stored(email))?.language).toBe("en");
    expect((await mailsTo(email))[0]).toMatchObject({ template: "confirm", language: "en" });
  });

  test("a registration stores only the hash of the emailed token", async () => {
    const { email } = await register();
    const user = await stored(email);
    const [row] = await db
      .select()
      .from(mailTokens)
      .where(eq(mailTokens.userId, user?.id ?? ""));
    const token = await tokenFor(email);
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    expect(row?.hash).not.toContain(token);
    expect(row?.expiresAt.getTime()).toBe(clock.now.getTime() + 24 * 3600 * 1000);
  });

  test("a registration compares addresses in lower case and without surrounding spaces", async () => {
    const { email } = await register();
    await register({ email: ` ${email.toUpperCase()} ` });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["confirm", "confirm"]);
  });

  test("a registration of a known address gets the same response, and its owner an email", async () => {
    const { email } = await signUp();
    const before = await stored(email);
    const again = await register({ email, password: OTHER_PASSWORD, first_name: "Mallory" });
    expect([again.status, again.json]).toEqual([202, ACCEPTED]);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      template: "already_registered",
      data: {},
    });
    expect(await stored(email)).toEqual(before);
  });

  test("a repeated registration before the confirmation sends another link with its own password", async () => {
    const { email } = await register();
    await register({ email, password: OTHER_PASSWORD });
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await login(email, OTHER_PASSWORD)).json.code).toBe("email_not_confirmed");
    await api("POST", "wp/v2/users/confirm", { body: { token: await tokenFor(email) } });
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });

  test("a known address gets at most five emails an hour, always with the same response", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 7; i++) expect((await register({ email })).status).toBe(202);
    const told = (await mailsTo(email)).filter((mail) => mail.template === "already_registered");
    expect(told).toHaveLength(5);
  });

  test("50 parallel registrations of one address open one account", async () => {
    const email = "insieme@example.org";
    const answers = await Promise.all(Array.from({ length: 50 }, () => register({ email })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
    expect((await mailsTo(email)).length).toBeLessThanOrEqual(6);
  });

  test.each([
    "1234567",
    "password",
    "qwertyuiop",
    "Giulia1985",
    "giulia.ferraro",
    "slancio1",
    "tramonto",
    "aaaaaaaaaaaa",
  ])("a registration refuses the weak password %s", async (password) => {
    const email = "giulia.ferraro@example.org";
    const { status, json } = await register({ password, email });
    expect([status, json.code]).toEqual([422, "weak_password"]);
  });

  test.each(["tutto minuscolo va bene", "日本語のパスワードです", LONGEST])(
    "a registration accepts a long password of any kind of characters: %s",
    async (password) => {
      expect((await register({ password })).status).toBe(202);
    },
  );

  test("a refused registration does not count towards the limit of 100 per IP address", async () => {
    await db.delete(rateLimits);
    for (let i = 0; i < 101; i++) expect((await register({ password: "1" })).status).toBe(422);
    expect((await register()).status).toBe(202);
    const counted = await db.select().from(rateLimits);
    expect(counted.map(({ count }) => count)).toEqual([1]);
  });

  test("a name with a line break cannot inject a mail header", async () => {
    const { email } = await register({ first_name: "A\r\nBcc: x@example.org" });
    const [kept] = await db
      .select({ firstName: registrations.firstName })
      .from(registrations)
      .innerJoin(users, eq(users.id, registrations.userId))
      .where(eq(users.email, email));
    expect(kept?.firstName).toBe("A Bcc: x@example.org");
  });

  test("a registration drops undeclared fields", async () => {
    const { email } = await register({ evaluator: true, roles: ["evaluator"], id: "1" });
    expect((await stored(email))?.roles).toEqual([]);
  });
});

describe("confirmation of an address", () => {
  const confirm = (token: string) => api("POST", "wp/v2/users/confirm", { body: { token } });

  test("a confirmation token works once", async () => {
    const { email } = await register();
    const token = await tokenFor(email);
    expect((await login(email)).json.code).toBe("email_not_confirmed");
    const all = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(all.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(410)]);
    expect((await login(email)).status).toBe(200);
  });

  test("a confirmation token is valid for 24 hours", async () => {
    const { email } = await register();
    const start = clock.now;
    clock.now = new Date(start.getTime() + 24 * 3600 * 1000);
    const { status, json } = await confirm(await tokenFor(email));
    clock.now = start;
    expect([status, json.code]).toEqual([410, "token_expired"]);
  });

  test("a token of another kind does not confirm an address", async () => {
    const { email } = await signUp();
    await api("POST", "wp/v2/users/password-recovery", { body: { email } });
    expect((await confirm(await tokenFor(email))).status).toBe(410);
  });

  test("resending a confirmation gives the same response for all addresses and stops after five emails", async () => {
    const { email } = await register();
    const confirmed = await signUp();
    const resend = (address: string) =>
      api("POST", "wp/v2/users/confirm/resend", { body: { email: address } });
    for (const address of [email, confirmed.email, "nobody@example.org"]) {
      const { status, json } = await resend(address);
      expect([status, json]).toEqual([202, { status: "accepted" }]);
    }
    for (let i = 0; i < 8; i++) expect((await resend(email)).status).toBe(202);
    expect(await mailsTo(email)).toHaveLength(1 + 5);
    expect(await mailsTo(confirmed.email)).toHaveLength(1);
    expect(await mailsTo("nobody@example.org")).toHaveLength(0);
  });
});
