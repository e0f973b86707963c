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
/** 256 characters without repetitions. */
const LONGEST = Array.from({ length: 256 }, (_, i) =>
  String.fromCharCode(97 + ((i * i * 7) % 23)),
).join("");
const ACCEPTED = { status: "confirmation_sent" };

async function stored(email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  return user;
}

describe("registration", () => {
  test("opens an account that waits for its address to be confirmed", async () => {
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

  test("records which document was accepted, as it was then", async () => {
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

  test("writes in the language of the request", async () => {
    const { email } = await register({}, "wp/v2/users/register?lang=en");
    expect((await stored(email))?.language).toBe("en");
    expect((await mailsTo(email))[0]).toMatchObject({ template: "confirm", language: "en" });
  });

  test("only the hash of the mailed token is stored", async () => {
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

  test("addresses are compared in lower case, without the spaces around them", async () => {
    const { email } = await register();
    await register({ email: ` ${email.toUpperCase()} ` });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["confirm", "confirm"]);
  });

  test("a known address gets the same answer, and its owner a mail", async () => {
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

  test("registering again before confirming sends a link of its own, with its own password", async () => {
    const { email } = await register();
    await register({ email, password: OTHER_PASSWORD });
    expect(await mailsTo(email)).toHaveLength(2);
    expect((await login(email, OTHER_PASSWORD)).json.code).toBe("email_not_confirmed");
    await api("POST", "wp/v2/users/confirm", { body: { token: await tokenFor(email) } });
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });

  test("a known address gets at most five mails an hour, always with the same answer", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 7; i++) expect((await register({ email })).status).toBe(202);
    const told = (await mailsTo(email)).filter((mail) => mail.template === "already_registered");
    expect(told).toHaveLength(5);
  });

  test("50 parallel registrations of one address make one account", async () => {
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
  ])("refuses the weak password %s", async (password) => {
    const email = "giulia.ferraro@example.org";
    const { status, json } = await register({ password, email });
    expect([status, json.code]).toEqual([422, "weak_password"]);
  });

  test.each(["tutto minuscolo va bene", "日本語のパスワードです", LONGEST])(
    "asks for no kinds of characters: %s",
    async (password) => {
      expect((await register({ password })).status).toBe(202);
    },
  );

  test("what is refused uses up none of the 100 registrations of an address", async () => {
    await db.delete(rateLimits);
    for (let i = 0; i < 101; i++) expect((await register({ password: "1" })).status).toBe(422);
    expect((await register()).status).toBe(202);
    const counted = await db.select().from(rateLimits);
    expect(counted.map(({ count }) => count)).toEqual([1]);
  });

  test("a name cannot inject a line into a mail's header", async () => {
    const { email } = await register({ first_name: "A\r\nBcc: x@example.org" });
    const [kept] = await db
      .select({ firstName: registrations.firstName })
      .from(registrations)
      .innerJoin(users, eq(users.id, registrations.userId))
      .where(eq(users.email, email));
    expect(kept?.firstName).toBe("A Bcc: x@example.org");
  });

  test("what is not declared is dropped", async () => {
    const { email } = await register({ evaluator: true, roles: ["evaluator"], id: "1" });
    expect((await stored(email))?.roles).toEqual([]);
  });
});

describe("confirmation", () => {
  const confirm = (token: string) => api("POST", "wp/v2/users/confirm", { body: { token } });

  test("works once; after that the token is gone", async () => {
    const { email } = await register();
    const token = await tokenFor(email);
    expect((await login(email)).json.code).toBe("email_not_confirmed");
    const all = await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(all.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(410)]);
    expect((await login(email)).status).toBe(200);
  });

  test("a token is valid for 24 hours", async () => {
    const { email } = await register();
    const start = clock.now;
    clock.now = new Date(start.getTime() + 24 * 3600 * 1000);
    const { status, json } = await confirm(await tokenFor(email));
    clock.now = start;
    expect([status, json.code]).toEqual([410, "token_expired"]);
  });

  test("a token of another kind is not valid", async () => {
    const { email } = await signUp();
    await api("POST", "wp/v2/users/password-recovery", { body: { email } });
    expect((await confirm(await tokenFor(email))).status).toBe(410);
  });

  test("resending never reveals whether an address is known, and stops after five", async () => {
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
