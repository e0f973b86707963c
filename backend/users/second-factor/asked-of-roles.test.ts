import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";

import { endpoints } from "@/contract/api";
import { type Endpoint, mayCall } from "@/contract/endpoint";
import { asksSecondFactor } from "@/contract/roles";
import { appHoldersOf, FACTOR } from "@/tests/support/people/app-holder";
import { keyHoldersOf, said } from "@/tests/support/people/key-holder";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { readConfig } from "../../config";
import { users } from "../../db/schema/accounts";
import { authenticatorApps, passkeys } from "../../db/schema/passkeys";

const bench = await testBackend({ env: { SECOND_FACTOR: "evaluators" } });
/** A back end that requires a second factor only for staff roles. */
const free = await testBackend();
await bench.makeEdition();
await free.makeEdition();
const { api, db } = bench;
const { signUp, login, invite } = peopleOf(bench);
const { addApp } = appHoldersOf(bench);
const { keyHolder, loginOptions, enter } = keyHoldersOf(bench);

const makeEvaluator = (email: string) =>
  db.update(users).set({ roles: sql`array['evaluator']` }).where(eq(users.email, email));
const me = async (token: string) => (await api("GET", "wp/v2/users/me/", { token })).json;
const list = (token: string) => api("GET", "wp/v2/projects", { token });

describe("second factor at each endpoint", () => {
  const ASKED = ["evaluator", "staff", "director", "auditor"] as const;

  async function makeBare(made: typeof bench, role: string) {
    const person = await made.makeUser({ roles: [role] });
    await made.db.delete(passkeys).where(eq(passkeys.userId, person.id));
    return person;
  }
  const ask = async (made: typeof bench, { method, path }: Endpoint, token: string) => {
    const to = path.replaceAll(/\{\w+\}/g, "00000000-0000-4000-8000-000000000000");
    return said(await made.api(method, to, { token }));
  };

  test.each(endpoints)(
    "$name refuses exactly the roles without their required second factor",
    async (one) => {
      const answers = ASKED.map(async (role) => {
        const { token } = await makeBare(bench, role);
        const byRole = mayCall(one, ["applicant", role]) && !mayCall(one, ["applicant"]);
        const refused = JSON.stringify(await ask(bench, one, token));
        const isMissing = refused === JSON.stringify([403, "second_factor_missing"]);
        expect([role, refused, isMissing]).toEqual([role, refused, byRole]);

        const holder = await makeBare(bench, role);
        const app = { userId: holder.id, secret: "x", lastStep: 0 };
        await db.insert(authenticatorApps).values(app);
        expect((await ask(bench, one, holder.token))[1]).not.toBe("second_factor_missing");
      });
      await Promise.all(answers);
      const unasked = await makeBare(free, "evaluator");
      expect((await ask(free, one, unasked.token))[1]).not.toBe("second_factor_missing");
    },
  );
});

describe("SECOND_FACTOR for evaluators", () => {
  test("an authenticator app gives an evaluator access, and the profile shows a missing second factor", async () => {
    const { email, token } = await signUp();
    expect((await me(token)).needs_second_factor).toBe(false);
    await makeEvaluator(email);
    expect((await me(token)).needs_second_factor).toBe(true);
    expect(said(await list(token))).toEqual([403, "second_factor_missing"]);
    await addApp(token);
    expect((await me(token)).needs_second_factor).toBe(false);
    expect((await list(token)).json?.code).not.toBe("second_factor_missing");
    expect((await api("DELETE", FACTOR, { token })).status).toBe(204);
    expect(said(await list(token))).toEqual([403, "second_factor_missing"]);
  });

  test("an evaluator with a passkey must use it, and the password alone is refused", async () => {
    const { email, token, authenticator } = await keyHolder();
    expect((await login(email)).status).toBe(200);
    await makeEvaluator(email);
    expect((await list(token)).json?.code).not.toBe("second_factor_missing");
    expect(said(await login(email))).toEqual([403, "key_required"]);
    expect((await enter(authenticator.sign(await loginOptions()))).status).toBe(200);
  });

  test("an invited evaluator can sign in to add a second factor", async () => {
    const { token } = await invite();
    const body = { token, password: "barcone-pesca-ottone", answer: { answer: "yes" } };
    const { status, json } = await api("POST", "wp/v2/users/login/invitation", { body });
    expect(status).toBe(200);
    expect((await me(json.access_token)).needs_second_factor).toBe(true);
    await addApp2(json.access_token);
    expect((await me(json.access_token)).needs_second_factor).toBe(false);
  });
});

/** Re-authenticates with the password set in the recovery, and adds an authenticator app. */
async function addApp2(token: string) {
  const prove = { token, body: { password: "barcone-pesca-ottone" } };
  expect((await api("POST", "wp/v2/users/proof", prove)).status).toBe(204);
  const { json } = await api("POST", `${FACTOR}/options`, { token });
  const code = appHoldersOf(bench).codeOf(json.secret);
  const body = { secret: json.secret, code };
  expect((await api("POST", FACTOR, { token, body })).status).toBe(201);
}

test("a role requires a second factor always, never, or if it is configured", () => {
  const asked = { secondFactor: "asked" } as const;
  expect(asksSecondFactor("evaluator", [], asked)).toBe(true);
  expect(asksSecondFactor("evaluator", ["evaluator"], { secondFactor: "free" })).toBe(false);
  expect(asksSecondFactor("evaluator", [])).toBe(false);
  expect(asksSecondFactor("evaluator", ["evaluator"])).toBe(true);
});

test("SECOND_FACTOR accepts only known roles", () => {
  const env = {
    DATABASE_URL: "postgres://localhost/x",
    SMTP_URL: "smtp://localhost",
    TOKEN_SECRET: "x".repeat(32),
  };
  const read = (SECOND_FACTOR: string) => readConfig({ ...env, SECOND_FACTOR }).SECOND_FACTOR;
  expect(read("")).toEqual([]);
  expect(read(" evaluators ,")).toEqual(["evaluator"]);
  expect(() => read("evaluator")).toThrow("SECOND_FACTOR");
  expect(() => read("applicants")).toThrow("SECOND_FACTOR");
});
