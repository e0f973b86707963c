import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { sessions, users } from "../db/schema/accounts";

const bench = await testBackend();
const { api, db, clock, makeUser, freshToken } = bench;
const { signUp, login } = peopleOf(bench);
const { appHolder } = appHoldersOf(bench);
const { prove: byPassword, keyHolder: holder } = keyHoldersOf(bench);

const PROOF = "wp/v2/users/proof";

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

const byKey = (token: string, passkey: unknown) => api("POST", PROOF, { token, body: { passkey } });
const askToSign = async (token: string): Promise<{ challenge: string }> =>
  (await api("POST", `${PROOF}/options`, { token })).json;

/** Creates a person with a passkey whose re-authentication has expired. */
async function keyHolder() {
  const person = await holder();
  later(FRESH_SIGN_IN_MINUTES + 1);
  return person;
}

describe("duration and strength of a re-authentication", () => {
  // reauthentication-table.test.ts checks which endpoints require re-authentication, and for which roles.
  test("a re-authentication by password is valid for a few minutes", async () => {
    const { token } = await signUp();
    const ask = () => api("POST", `${PASSKEYS}/options`, { token });
    expect(said(await ask())).toEqual([403, "proof_required"]);
    expect((await byPassword(token)).status).toBe(204);
    later(FRESH_SIGN_IN_MINUTES);
    expect((await ask()).status).toBe(200);
    later(1);
    expect(said(await ask())).toEqual([403, "proof_required"]);
  });

  test("an account with a passkey must use it where the endpoint requires a passkey", async () => {
    const { token, authenticator } = await keyHolder();
    const erase = (body = {}) => api("POST", "wp/v2/users/me/erase", { token, body });
    expect((await byPassword(token)).status).toBe(204);
    expect(said(await erase({ password: PASSWORD }))).toEqual([403, "key_required"]);
    const signed = authenticator.sign(await askToSign(token));
    expect((await byKey(token, signed)).status).toBe(204);
    expect((await erase()).status).toBe(204);
  });
});

describe("a password sent with the request", () => {
  const move = (token: string, password?: string) =>
    api("POST", "wp/v2/users/me/email", { token, body: { email: "a@example.org", password } });

  test("a password in the request re-authenticates an account without other factors", async () => {
    const { token } = await signUp();
    expect(said(await move(token))).toEqual([403, "wrong_password"]);
    expect((await move(token, PASSWORD)).status).toBe(202);
  });

  test("a password in the request does not re-authenticate an account with an authenticator app", async () => {
    const { token } = await appHolder();
    later(FRESH_SIGN_IN_MINUTES + 1);
    expect(said(await move(token))).toEqual([403, "proof_required"]);
    expect(said(await move(token, PASSWORD))).toEqual([403, "proof_required"]);
  });
});

describe("a password of an account with a passkey", () => {
  test("a password alone does not re-authenticate a role that requires a second factor and has a passkey", async () => {
    const { email, token, authenticator } = await keyHolder();
    expect((await byPassword(token)).status).toBe(204);
    later(FRESH_SIGN_IN_MINUTES + 1);
    await db
      .update(users)
      .set({ roles: ["staff"] })
      .where(eq(users.email, email));
    expect(said(await byPassword(token))).toEqual([403, "key_required"]);
    const move = (body: object) =>
      api("POST", "wp/v2/users/me/email", { token, body: { email: "a@example.org", ...body } });
    expect(said(await move({ password: PASSWORD }))).toEqual([403, "proof_required"]);
    expect(said(await move({ password: OTHER_PASSWORD }))).toEqual([403, "wrong_password"]);
    expect(said(await api("POST", `${PASSKEYS}/options`, { token }))).toEqual([
      403,
      "proof_required",
    ]);
    expect((await byKey(token, authenticator.sign(await askToSign(token)))).status).toBe(204);
    expect((await api("POST", `${PASSKEYS}/options`, { token })).status).toBe(200);
  });
});

describe("a password change with a passkey", () => {
  const change = (token: string, current_password = PASSWORD) => {
    const body = { current_password, password: OTHER_PASSWORD };
    return api("POST", "wp/v2/users/me/password", { token, body });
  };

  test("a password change of an account with a passkey requires the passkey and the current password", async () => {
    const { email, token, authenticator } = await keyHolder();
    expect(said(await change(token, OTHER_PASSWORD))).toEqual([403, "wrong_password"]);
    expect(said(await change(token))).toEqual([403, "key_required"]);
    expect((await byPassword(token)).status).toBe(204);
    expect(said(await change(token))).toEqual([403, "key_required"]);
    expect((await login(email)).status).toBe(200);
    expect((await byKey(token, authenticator.sign(await askToSign(token)))).status).toBe(204);
    expect((await change(token)).status).toBe(204);
    expect((await login(email, OTHER_PASSWORD)).status).toBe(200);
  });
});

describe("methods of re-authentication", () => {
  test("re-authentication with a wrong password fails and is limited to ten attempts", async () => {
    const { token } = await signUp();
    for (let round = 0; round < 10; round++) {
      expect(said(await byPassword(token, OTHER_PASSWORD))).toEqual([403, "wrong_password"]);
    }
    expect(said(await byPassword(token))).toEqual([429, "too_many_requests"]);
    expect(said(await api("POST", `${PASSKEYS}/options`, { token }))).toEqual([
      403,
      "proof_required",
    ]);
  });

  test("a re-authentication without data is refused, and without a passkey there are no options", async () => {
    const { token } = await signUp();
    expect(said(await api("POST", PROOF, { token, body: {} }))).toEqual([422, "invalid_fields"]);
    expect(said(await api("POST", `${PROOF}/options`, { token }))).toEqual([404, "not_found"]);
  });

  test("a recent sign-in does not re-authenticate an account with a passkey and no password", async () => {
    const { email, token } = await holder();
    await db.update(users).set({ passwordHash: null }).where(eq(users.email, email));
    await db.update(sessions).set({ createdAt: clock.now, provedAt: null, keyProvedAt: null });
    expect(said(await api("POST", `${PASSKEYS}/options`, { token }))).toEqual([
      403,
      "proof_required",
    ]);
  });

  test("a recent sign-in re-authenticates an account without password and passkey", async () => {
    const user = await makeUser();
    const opened = { createdAt: clock.now };
    await db.update(sessions).set(opened).where(eq(sessions.id, user.sessionId));
    const ask = async () => api("POST", `${PASSKEYS}/options`, { token: await freshToken(user) });
    expect((await ask()).status).toBe(200);
    later(FRESH_SIGN_IN_MINUTES + 1);
    expect(said(await ask())).toEqual([403, "proof_required"]);
  });
});
