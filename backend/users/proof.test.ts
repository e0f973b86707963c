import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { endpoints } from "@/contract/api";
import { isHidden } from "@/contract/endpoint";
import { FRESH_SIGN_IN_MINUTES } from "@/contract/limits";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { OTHER_PASSWORD, PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { sessions } from "../db/schema/accounts";

const bench = await testBackend();
const { api, db, clock, makeUser, freshToken } = bench;
const { signUp } = peopleOf(bench);
const { prove: byPassword, keyHolder: holder } = keyHoldersOf(bench);

const PROOF = "wp/v2/users/proof";

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

const byKey = (token: string, passkey: unknown) => api("POST", PROOF, { token, body: { passkey } });
const askToSign = async (token: string): Promise<{ challenge: string }> =>
  (await api("POST", `${PROOF}/options`, { token })).json;

/** Somebody with a passkey, and no proof left. */
async function keyHolder() {
  const person = await holder();
  later(FRESH_SIGN_IN_MINUTES + 1);
  return person;
}

/** A body that each endpoint takes, with no password in it. */
const BODY: Record<string, object> = {
  changeEmail: { email: "new@example.org" },
  linkProvider: { provider: "google", access_token: "{}" },
  unlinkProvider: { provider: "google" },
};

describe("what asks for a proof", () => {
  // What staff's acts ask for is asked once they are made, and of who may make them: carry-out.test.ts.
  const asking = endpoints.filter(
    (endpoint) => (endpoint.proof ?? "session") !== "session" && !isHidden(endpoint),
  );

  test("is what changes who can open an account, or closes it", () => {
    const table = asking.map(({ name, proof }) => `${name}: ${proof}`);
    expect(table.sort()).toEqual([
      "appOptions: recent",
      "changeEmail: recent",
      "deactivateMe: recent",
      "eraseMe: key",
      "linkProvider: recent",
      "passkeyOptions: recent",
      "removeApp: recent",
      "removePasskey: recent",
      "renewRecoveryCodes: recent",
      "unlinkProvider: recent",
    ]);
  });

  test.each(asking)(
    "$name refuses a session without one, and lets one of minutes ago through",
    async (endpoint) => {
      const { token } = await signUp();
      const path = endpoint.path.replace("{id}", "00000000-0000-4000-8000-000000000000");
      const ask = () => api(endpoint.method, path, { token, body: BODY[endpoint.name] ?? {} });
      const [status, code] = said(await ask());
      expect([403, "wrong_password", "proof_required"]).toContain(code);
      expect(status).toBe(403);
      expect((await byPassword(token)).status).toBe(204);
      later(FRESH_SIGN_IN_MINUTES);
      expect((await ask()).status).not.toBe(403);
    },
  );

  test.each(asking)(
    "$name refuses a proof that is too old, or of another session",
    async (endpoint) => {
      const { email, token } = await signUp();
      const path = endpoint.path.replace("{id}", "00000000-0000-4000-8000-000000000000");
      const ask = (as: string) =>
        api(endpoint.method, path, { token: as, body: BODY[endpoint.name] ?? {} });
      const body = { email, password: PASSWORD };
      const other = (await api("POST", "wp/v2/users/login", { body })).json.access_token;
      await byPassword(token);
      expect((await ask(other)).status).toBe(403);
      later(FRESH_SIGN_IN_MINUTES + 1);
      expect((await ask(token)).status).toBe(403);
    },
  );

  test.each(asking)(
    "$name of whoever has a passkey asks for it where it says so",
    async (endpoint) => {
      const { token, authenticator } = await keyHolder();
      const path = endpoint.path.replace("{id}", "00000000-0000-4000-8000-000000000000");
      const ask = (more = {}) =>
        api(endpoint.method, path, { token, body: { ...BODY[endpoint.name], ...more } });
      await byPassword(token);
      if (endpoint.proof === "key") {
        expect(said(await ask({ password: PASSWORD }))).toEqual([403, "key_required"]);
        const signed = authenticator.sign(await askToSign(token));
        expect((await byKey(token, signed)).status).toBe(204);
      }
      expect((await ask()).status).not.toBe(403);
    },
  );
});

describe("a proof", () => {
  test("by a wrong password is none, and so many wrong ones are too many", async () => {
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

  test("of nothing is none, and without a passkey there is nothing to sign", async () => {
    const { token } = await signUp();
    expect(said(await api("POST", PROOF, { token, body: {} }))).toEqual([422, "invalid_fields"]);
    expect(said(await api("POST", `${PROOF}/options`, { token }))).toEqual([404, "not_found"]);
  });

  test("by somebody else's passkey is none", async () => {
    const { token } = await keyHolder();
    const { authenticator } = await keyHolder();
    const signed = authenticator.sign(await askToSign(token));
    expect(said(await byKey(token, signed))).toEqual([403, "passkey_unknown"]);
    expect(said(await api("POST", `${PASSKEYS}/options`, { token }))).toEqual([
      403,
      "proof_required",
    ]);
  });

  test("cannot be made of another session's challenge, nor of a sign-in's", async () => {
    const { email, token, authenticator } = await keyHolder();
    const body = { email, password: PASSWORD };
    const other = (await api("POST", "wp/v2/users/login", { body })).json.access_token;
    const foreign = authenticator.sign(await askToSign(token));
    expect(said(await byKey(other, foreign))).toEqual([403, "challenge_foreign"]);
    const entering = (await api("POST", `${PASSKEYS}/login/options`)).json;
    expect(said(await byKey(token, authenticator.sign(entering)))).toEqual([
      403,
      "challenge_foreign",
    ]);
  });

  test("of two windows at once: each has its own challenge, and both are good", async () => {
    const { token, authenticator } = await keyHolder();
    const asked = await Promise.all([askToSign(token), askToSign(token)]);
    for (const challenge of asked) {
      expect((await byKey(token, authenticator.sign(challenge))).status).toBe(204);
    }
  });

  test("is a sign-in of minutes ago for an account that has nothing else", async () => {
    const user = await makeUser();
    const opened = { createdAt: clock.now };
    await db.update(sessions).set(opened).where(eq(sessions.id, user.sessionId));
    const ask = async () => api("POST", `${PASSKEYS}/options`, { token: await freshToken(user) });
    expect((await ask()).status).toBe(200);
    later(FRESH_SIGN_IN_MINUTES + 1);
    expect(said(await ask())).toEqual([403, "proof_required"]);
  });
});
