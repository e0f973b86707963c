import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { consents, rateLimits, users } from "../../db/schema/accounts";
import { accountLimit } from "../../http/limits";
import { countOne } from "../../http/rate-limit";
import { createMailToken } from "../mail-tokens";

const bench = await testBackend();
const { api, db, clock, deps } = bench;
const { mailsTo, tokenFor, register, login, signUp } = peopleOf(bench);
const { appHolder, handIn, codeOf } = appHoldersOf(bench);

const recover = (email: string) =>
  api("POST", "wp/v2/users/password-recovery", { body: { email } });
const reset = (token: string, password: string) =>
  api("POST", "wp/v2/users/password-reset", { body: { token, password } });

describe("password recovery", () => {
  test("password recovery gives the same response for known and unknown addresses", async () => {
    const { email } = await signUp();
    for (const address of [email, "nobody@example.org"]) {
      const { status, json } = await recover(address);
      expect([status, json]).toEqual([202, { status: "accepted" }]);
    }
    expect((await mailsTo(email)).at(-1)?.template).toBe("password_recovery");
    expect(await mailsTo("nobody@example.org")).toHaveLength(0);
  });

  test("password recovery sends no email to a closed account", async () => {
    const { email } = await signUp();
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.email, email));
    const before = (await mailsTo(email)).length;
    expect((await recover(email)).status).toBe(202);
    expect(await mailsTo(email)).toHaveLength(before);
  });

  test("password recovery and the new password notify the mail worker", async () => {
    const { email } = await signUp();
    const { notifyMailWorker } = deps;
    let woken = 0;
    deps.notifyMailWorker = () => void woken++;
    await recover(email);
    expect(woken).toBe(1);
    expect((await reset(await tokenFor(email), OTHER_PASSWORD)).status).toBe(204);
    expect(woken).toBe(2);
    deps.notifyMailWorker = notifyMailWorker;
  });

  test("password recovery sends at most five emails an hour, with the same response", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 8; i++) expect((await recover(email)).status).toBe(202);
    const sent = (await mailsTo(email)).filter((mail) => mail.template === "password_recovery");
    expect(sent).toHaveLength(5);
  });

  test("password recovery accepts 50 requests an hour from one IP address, then answers 429", async () => {
    await db.delete(rateLimits);
    for (let i = 0; i < 50; i++) {
      expect((await recover(`${randomUUID()}@example.org`)).status).toBe(202);
    }
    const { status, headers } = await recover("one-more@example.org");
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    await db.delete(rateLimits);
  });
});

describe("password reset", () => {
  test("a reset link sets the password once, ends all sessions and notifies the owner", async () => {
    const { email, token, refreshToken } = await signUp();
    await recover(email);
    const link = await tokenFor(email);
    expect((await reset(link, OTHER_PASSWORD)).status).toBe(204);
    expect((await reset(link, PASSWORD)).json.code).toBe("token_expired");
    expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
    const body = { refresh_token: refreshToken };
    expect((await api("POST", "wp/v2/users/login/refresh", { body })).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
    expect((await mailsTo(email)).at(-1)?.template).toBe("password_changed");
  });

  test("a weak password is refused and does not use up the reset link", async () => {
    const { email } = await signUp();
    await recover(email);
    const link = await tokenFor(email);
    const weak = await reset(link, "password1");
    expect([weak.status, weak.json.code]).toEqual([422, "weak_password"]);
    expect((await reset(link, OTHER_PASSWORD)).status).toBe(204);
  });

  test("a reset link is valid for an hour, and its use voids the other links", async () => {
    const { email } = await signUp();
    await recover(email);
    const first = await tokenFor(email);
    await recover(email);
    expect((await reset(await tokenFor(email), OTHER_PASSWORD)).status).toBe(204);
    expect((await reset(first, PASSWORD)).status).toBe(410);
    await recover(email);
    const start = clock.now;
    clock.now = new Date(start.getTime() + 3600 * 1000);
    const late = await reset(await tokenFor(email), PASSWORD);
    clock.now = start;
    expect([late.status, late.json.code]).toEqual([410, "token_expired"]);
  });

  test("an unknown reset token gets 410 even with a weak password", async () => {
    expect((await reset("nothing", "1")).status).toBe(410);
  });

  test("a password reset clears the failed sign-ins, so that the owner can sign in immediately", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 11; i++) await login(email, "sbagliata-del-tutto");
    expect((await login(email)).status).toBe(429);
    await recover(email);
    await reset(await tokenFor(email), OTHER_PASSWORD);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });

  test.each(["code", "code_day"] as const)(
    "a password reset does not clear the failed codes (%s), so that a mailbox gives no further guesses",
    async (kind) => {
      const { email, secret } = await appHolder();
      const [user] = await db.select().from(users).where(eq(users.email, email));
      const limit = accountLimit(kind, user?.id ?? "");
      await countOne(db, limit, clock.now, limit.max);
      await recover(email);
      await reset(await tokenFor(email), OTHER_PASSWORD);
      const half = await login(email, OTHER_PASSWORD);
      const refused = await handIn(half.json.data.challenge, codeOf(secret));
      expect([refused.status, refused.json.code]).toEqual([429, "too_many_requests"]);
    },
  );

  test("a password reset keeps the consents of a confirmed account", async () => {
    const { email } = await signUp({ newsletter: true });
    await recover(email);
    await reset(await tokenFor(email), OTHER_PASSWORD);
    const [user] = await db.select().from(users).where(eq(users.email, email));
    expect(user?.newsletter).toBe(true);
    expect(await db.$count(consents, eq(consents.userId, user?.id ?? ""))).toBe(2);
  });

  test("a password reset confirms the address", async () => {
    const { email } = await register();
    await recover(email);
    await reset(await tokenFor(email), OTHER_PASSWORD);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });
});

test("a password change by the owner removes no way to sign in, and the email shows that", async () => {
  const { email, token } = await signUp();
  const body = { current_password: PASSWORD, password: OTHER_PASSWORD };
  expect((await api("POST", "wp/v2/users/me/password", { token, body })).status).toBe(204);
  expect((await mailsTo(email)).at(-1)).toMatchObject({
    template: "password_changed",
    data: { linked: "", removed: "" },
  });
});

describe("an invitation to set a password", () => {
  test("an invitation sets a password once and opens the account", async () => {
    const { id, email } = await bench.makeUser({ emailConfirmedAt: null, roles: ["evaluator"] });
    const token = await createMailToken(db, "invitation", id, clock.now);
    const accept = (password: string) =>
      api("POST", "wp/v2/users/invitation", { body: { token, password } });
    expect((await accept("password1")).json.code).toBe("weak_password");
    expect((await accept(PASSWORD)).status).toBe(204);
    expect((await accept(PASSWORD)).status).toBe(410);
    const { json } = await login(email);
    const me = await api("GET", "wp/v2/users/me/", { token: json.access_token });
    expect(me.json.roles).toEqual(["applicant", "evaluator"]);
  });
});
