import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CAPTCHA, openFakes } from "@/tests/support/fakes/server";
import { registrationWords } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { createBackend } from "../app";
import { readConfig } from "../config";
import { users } from "../db/schema/accounts";
import { outbox, whitepaperRequests } from "../db/schema/mail";

const { captcha, state, close } = await openFakes();
afterAll(close);

const env = {
  CAPTCHA: "1",
  CAPTCHA_SECRET: CAPTCHA.secret,
  CAPTCHA_VERIFY_URL: `${state.url}/recaptcha/api/siteverify`,
  PROVIDER_TIMEOUT_SECONDS: "0.4",
};
const { api, db, deps } = await testBackend({ env });
const HOST = "slancio.example";

beforeEach(() => {
  state.mood = "well";
});

const names = { first_name: "Ada", last_name: "Riva" };
const address = () => `captcha-${crypto.randomUUID()}@example.org`;
const FORMS: [string, string, () => object][] = [
  ["registration", "wp/v2/users/register", registrationWords],
  ["recovery", "wp/v2/users/password-recovery", () => ({ email: address() })],
  [
    "whitepaper",
    "wp/v2/whitepaper_requests",
    () => ({ ...names, email: address(), company: "Rio", role: "Soci", privacy: true }),
  ],
];

const ask = (path: string, body: object, answer?: string) =>
  api("POST", path, { body: { ...body, captcha: answer } });

describe.each(FORMS)("%s", (_, path, body) => {
  test("a new captcha answer is accepted once", async () => {
    const answer = captcha.tick(HOST);
    expect((await ask(path, body(), answer)).status).toBe(202);
    const again = await ask(path, body(), answer);
    expect([again.status, again.json.code]).toEqual([422, "captcha_failed"]);
  });

  test.each([
    ["no answer", () => undefined],
    ["an empty one", () => ""],
    ["an invented one", () => "invented"],
    ["one given on another site", () => captcha.tick("evil.example")],
  ])("a request with %s as captcha answer is refused and changes nothing", async (_, answer) => {
    const before = await counts();
    const refused = await ask(path, body(), answer());
    expect([refused.status, refused.json.code]).toEqual([422, "captcha_failed"]);
    expect(await counts()).toEqual(before);
  });

  test.each(["down", "silent"] as const)(
    "a request is refused with status 503 while the captcha server is %s",
    async (mood) => {
      state.mood = mood;
      const before = await counts();
      const refused = await ask(path, body(), captcha.tick(HOST));
      expect([refused.status, refused.json.code]).toEqual([503, "unavailable"]);
      expect(refused.headers.get("retry-after")).toBe("30");
      expect(await counts()).toEqual(before);
    },
  );
});

async function counts() {
  return Promise.all([db.$count(users), db.$count(outbox), db.$count(whitepaperRequests)]);
}

/**
 * Registers an account at another back end, which uses the test's database and a changed configuration. Returns the
 * status.
 */
async function registerWith(more: Record<string, string>) {
  const { DATABASE_URL, SMTP_URL, TOKEN_SECRET } = deps.config;
  const config = readConfig({ DATABASE_URL, SMTP_URL, TOKEN_SECRET, ...env, ...more });
  const response = await createBackend({ ...deps, config }).fetch(
    new Request(`https://${HOST}/wp-json/wp/v2/users/register`, {
      method: "POST",
      body: JSON.stringify(registrationWords()),
    }),
  );
  return response.status;
}

test("a captcha without its secret refuses all requests, and a captcha switched off accepts them", async () => {
  expect(await registerWith({ CAPTCHA_SECRET: "" })).toBe(503);
  expect(await registerWith({ CAPTCHA_SECRET: "another" })).toBe(422);
  expect(await registerWith({ CAPTCHA: "0" })).toBe(202);
  expect(await registerWith({ CAPTCHA: "on" })).toBe(422);
});

test("a weak password does not use up a captcha answer", async () => {
  const answer = captcha.tick(HOST);
  const body = registrationWords();
  const weak = await ask("wp/v2/users/register", { ...body, password: "giulia1" }, answer);
  expect(weak.json.code).toBe("weak_password");
  expect((await ask("wp/v2/users/register", body, answer)).status).toBe(202);
});

test("the configuration requires Facebook's id and secret together", () => {
  const given = { ...env, DATABASE_URL: deps.config.DATABASE_URL, SMTP_URL: "smtp://127.0.0.1" };
  const complete = { ...given, TOKEN_SECRET: deps.config.TOKEN_SECRET };
  for (const half of [{ FACEBOOK_APP_ID: "1" }, { FACEBOOK_APP_SECRET: "s" }]) {
    expect(() => readConfig({ ...complete, ...half })).toThrow("must both be set");
  }
});
