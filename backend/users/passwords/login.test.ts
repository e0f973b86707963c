import { eq, like } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { PEER_HEADER, PROXIED } from "@/contract/peer";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { CALLER_ADDRESS, testBackend } from "@/tests/support/servers/backend";
import { rateLimits, sessions, users } from "../../db/schema/accounts";
import { addressLimit } from "../../http/limits";
import { countOne } from "../../http/rate-limit";

const bench = await testBackend();
const { api, db, clock, deps } = bench;
const { mailsTo, tokenFor, login, signUp, register } = peopleOf(bench);

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

async function later(seconds: number, work: () => Promise<void>) {
  const start = clock.now;
  clock.now = new Date(start.getTime() + seconds * 1000);
  try {
    await work();
  } finally {
    clock.now = start;
  }
}

describe("sign-in", () => {
  test("a sign-in returns a token pair, with the address as username or email", async () => {
    const { email } = await signUp();
    const { status, json } = await login(email);
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual([
      "access_token",
      "expires_in",
      "refresh_token",
      "token_type",
    ]);
    expect(json).toMatchObject({ token_type: "Bearer", expires_in: 900 });
    const body = { username: ` ${email.toUpperCase()} `, password: PASSWORD };
    expect((await api("POST", "wp/v2/users/login", { body })).status).toBe(200);
    expect((await login(`\u202a${email}\u202c\u00a0`)).status).toBe(200);
  });

  test("a password is valid until it is changed", async () => {
    const { email } = await signUp();
    await later(10 * 365 * 86_400, async () => {
      expect((await login(email)).status).toBe(200);
    });
  });

  test("an access token is valid for 15 minutes", async () => {
    const { token } = await signUp();
    await later(899, async () => {
      expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(200);
    });
    await later(901, async () => {
      expect((await api("GET", "wp/v2/users/me/", { token })).status).toBe(401);
    });
  });

  test("an unknown address and a wrong password get the same response", async () => {
    const { email } = await signUp();
    const wrong = await login(email, OTHER_PASSWORD);
    for (const address of ["nobody@example.org", "not an address", "nul\u0000@example.org"]) {
      const unknown = await login(address, OTHER_PASSWORD, {
        "X-Device": "a-mark-of-some-browser",
      });
      expect([unknown.status, unknown.json]).toEqual([wrong.status, wrong.json]);
    }
    expect([wrong.status, wrong.json.code]).toEqual([401, "invalid_credentials"]);
  });

  test("a sign-in reveals the account's state only with the correct password", async () => {
    const waiting = await register();
    const gone = await signUp();
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.email, gone.email));
    for (const [email, code] of [
      [waiting.email, "email_not_confirmed"],
      [gone.email, "account_deactivated"],
    ] as const) {
      const right = await login(email);
      expect([right.status, right.json.code]).toEqual([403, code]);
      expect((await login(email, OTHER_PASSWORD)).json.code).toBe("invalid_credentials");
    }
  });

  test("an account without a password refuses each password", async () => {
    const { email } = await bench.makeUser();
    expect((await login(email, "")).status).toBe(422);
    expect((await login(email)).json.code).toBe("invalid_credentials");
  });

  test("a sign-in from a new device is reported by email, and one from a known device is not", async () => {
    const { email } = await register();
    const token = await tokenFor(email);
    await api("POST", "wp/v2/users/confirm", { body: { token } });
    const from = (agent: string) => login(email, PASSWORD, { "User-Agent": agent });
    for (const agent of [FIREFOX, FIREFOX, SAFARI, FIREFOX]) await from(agent);
    const notices = (await mailsTo(email)).filter(({ template }) => template === "new_device");
    expect(notices.map(({ data }) => data.device)).toEqual(["Safari · iPhone"]);
  });

  test("a browser is recognised by its device cookie even if its name changes", async () => {
    const { email } = await register();
    const token = await tokenFor(email);
    await api("POST", "wp/v2/users/confirm", { body: { token } });
    const marks = ["first-browser-of-them-all", "second-browser-of-them-all"];
    for (const [mark, agent] of [
      [marks[0], FIREFOX],
      [marks[0], SAFARI],
      [marks[1], FIREFOX],
      [marks[1], FIREFOX],
    ] as const) {
      await login(email, PASSWORD, { "User-Agent": agent, "X-Device": mark ?? "" });
    }
    const notices = (await mailsTo(email)).filter(({ template }) => template === "new_device");
    expect(notices.map(({ data }) => data.device)).toEqual(["Firefox · Linux"]);
    const kept = await db.select().from(sessions);
    expect(JSON.stringify(kept)).not.toContain("browser-of-them-all");
  });

  test("a session's device name is shortened and cleaned", async () => {
    const { email } = await signUp();
    await login(email, PASSWORD, { "User-Agent": `<b>curl</b>/8.1 ${"x".repeat(500)}` });
    const [user] = await db.select().from(users).where(eq(users.email, email));
    const rows = await db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, user?.id ?? ""));
    const device = rows.map((row) => row.device).find((name) => name.includes("curl"));
    expect(device).toMatch(/^bcurl\/b\/8\.1 x{40,}$/);
    expect(device?.length).toBe(60);
  });
});

describe("limits of sign-ins", () => {
  test("ten failed sign-ins lock an account for 15 minutes, even for the correct password", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 10; i++) expect((await login(email, OTHER_PASSWORD)).status).toBe(401);
    for (const password of [OTHER_PASSWORD, PASSWORD]) {
      const { status, json, headers } = await login(email, password);
      expect([status, json.code]).toEqual([429, "too_many_requests"]);
      expect(Number(headers.get("retry-after"))).toBe(900);
    }
    await later(901, async () => expect((await login(email)).status).toBe(200));
  });

  test("parallel sign-ins are counted exactly", async () => {
    const { email } = await signUp();
    const tries = await Promise.all(Array.from({ length: 40 }, () => login(email, OTHER_PASSWORD)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(30);
    await db.delete(rateLimits);
  });

  test("a successful sign-in is never counted", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 15; i++) expect((await login(email)).status).toBe(200);
  });

  test("failed sign-ins to an unknown account are limited like those to a known one", async () => {
    for (let i = 0; i < 10; i++) await login("nobody-at-all@example.org");
    expect((await login("nobody-at-all@example.org")).status).toBe(429);
    await db.delete(rateLimits);
  });

  test("100 failed sign-ins from one IP address block it for all accounts", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 100; i++) await login(`nobody-${i}@example.org`);
    expect((await login(email)).status).toBe(429);
    await db.delete(rateLimits);
  });

  test("simultaneous sign-ins get no more attempts than sequential ones", async () => {
    const { email } = await signUp();
    await db.delete(rateLimits);
    const limit = addressLimit("login", CALLER_ADDRESS);
    await countOne(db, limit, clock.now, limit.max - 5);
    const wrong = Array.from({ length: 20 }, (_, i) => login(`at-once-${i}@example.org`));
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect((await login(email)).status).toBe(429);
    await db.delete(rateLimits);
  });

  test("behind an unconfigured proxy one client's attempts do not block the others", async () => {
    const { email } = await signUp();
    await db.delete(rateLimits);
    const headers = { [PEER_HEADER]: PROXIED, "X-Forwarded-For": CALLER_ADDRESS };
    deps.config.TRUSTED_HOPS = 0;
    const body = { email };
    const recover = () => api("POST", "wp/v2/users/password-recovery", { body, headers });
    expect((await login("nobody@example.org", PASSWORD, headers)).status).toBe(401);
    expect((await recover()).status).toBe(202);
    const counted = await db.select().from(rateLimits).where(like(rateLimits.key, "%:address:%"));
    expect(counted).toEqual([]);
    deps.config.TRUSTED_HOPS = 1;
    await db.delete(rateLimits);
  });

  test("a locked account can recover its password and sign in with the new one", async () => {
    const { email } = await signUp();
    for (let i = 0; i < 11; i++) await login(email, "sbagliata-del-tutto");
    await api("POST", "wp/v2/users/password-recovery", { body: { email } });
    const body = { token: await tokenFor(email), password: OTHER_PASSWORD };
    expect((await api("POST", "wp/v2/users/password-reset", { body })).status).toBe(204);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });

  test("1,000 attempts on one account end after ten, and its owner can still sign in from a known browser", async () => {
    const { email } = await signUp();
    const owner = { "X-Device": "the-mark-of-the-owners-browser" };
    expect((await login(email, PASSWORD, owner)).status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 1000; i += 50) {
      const some = Array.from({ length: 50 }, () => login(email, "sbagliata-del-tutto"));
      statuses.push(...(await Promise.all(some)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(990);
    expect((await login(email)).status).toBe(429);
    expect((await login(email, PASSWORD, owner)).status).toBe(200);
    for (let i = 0; i < 10; i++) await login(email, "sbagliata-del-tutto", owner);
    expect((await login(email, PASSWORD, owner)).status).toBe(429);
    const other = await signUp();
    const marked = { "X-Device": "the-mark-of-another-browser-" };
    expect((await login(other.email, PASSWORD, marked)).status).toBe(200);
    expect((await login(email, PASSWORD, marked)).status).toBe(429);
    await db.delete(rateLimits);
  });

  test("with trusted hops the client's part of X-Forwarded-For does not affect the limits", async () => {
    const before = deps.config.TRUSTED_HOPS;
    deps.config.TRUSTED_HOPS = 1;
    await db.delete(rateLimits);
    for (let i = 0; i < 100; i++) {
      const headers = { "X-Forwarded-For": `6.6.6.${i}, 10.0.0.1` };
      await login(`somebody-${i}@example.org`, PASSWORD, headers);
    }
    const { email } = await signUp();
    const from = (address: string) => login(email, PASSWORD, { "X-Forwarded-For": address });
    expect((await from("1.2.3.4, 10.0.0.1")).status).toBe(429);
    expect((await from("1.2.3.4, 10.0.0.2")).status).toBe(200);
    deps.config.TRUSTED_HOPS = before;
  });
});
