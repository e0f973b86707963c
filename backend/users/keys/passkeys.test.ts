import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { CHALLENGE_MINUTES, FRESH_SIGN_IN_MINUTES, PASSKEYS_MAX } from "@/contract/limits";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { identities, sessions } from "../../db/schema/accounts";
import { challenges, passkeys } from "../../db/schema/keys";
import { keepHouse } from "../../housekeeping";

const bench = await testBackend();
const { api, db, clock, makeUser, freshToken } = bench;
const { mailsTo, signUp } = peopleOf(bench);

const PATH = "wp/v2/users/passkeys";
type Answer = Awaited<ReturnType<typeof api>>;

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

function prove(token: string) {
  return api("POST", "wp/v2/users/proof", { token, body: { password: PASSWORD } });
}

/** What a new key has to be made for, once the password has proved who asks. */
async function options(token: string): Promise<{ challenge: string }> {
  expect((await prove(token)).status).toBe(204);
  const { status, json } = await api("POST", `${PATH}/options`, { token });
  expect(status).toBe(200);
  return json;
}

/** Somebody with a passkey, and the authenticator that holds it. */
async function keyHolder(more: object = {}) {
  const person = await signUp(more);
  const authenticator = softAuthenticator();
  const passkey = authenticator.make(await options(person.token));
  const { status, json } = await api("POST", PATH, { token: person.token, body: { passkey } });
  expect(status).toBe(201);
  return { ...person, authenticator, key: json };
}

async function loginOptions(): Promise<{ challenge: string }> {
  return (await api("POST", `${PATH}/login/options`)).json;
}

const enter = (passkey: unknown) => api("POST", `${PATH}/login`, { body: { passkey } });
const said = ({ status, json }: Answer) => [status, json?.code];

describe("adding a passkey", () => {
  test("asks for a proof first, then for a discoverable key of this site with its owner verified", async () => {
    const { email, token } = await signUp();
    expect(said(await api("POST", `${PATH}/options`, { token }))).toEqual([403, "proof_required"]);
    expect(await options(token)).toMatchObject({
      rp: { id: "slancio.example" },
      user: { name: email },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  test("the key is in the list, in the account and in its owner's mail", async () => {
    const { email, token, key } = await keyHolder();
    expect(key).toEqual({
      id: expect.any(String),
      name: "Passkey",
      created_at: clock.now.toISOString(),
      last_used_at: null,
    });
    expect((await api("GET", PATH, { token })).json).toEqual([key]);
    expect((await api("GET", "wp/v2/users/me/", { token })).json.has_passkey).toBe(true);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      template: "passkey_added",
      data: { passkey: "Passkey", at: clock.now.toISOString() },
    });
  });

  test("a key is named after its device, or as its owner says, and later anew", async () => {
    const { token } = await signUp();
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const make = async () => softAuthenticator().make(await options(token));
    const device = { token, headers: { "User-Agent": agent } };
    const first = await api("POST", PATH, { ...device, body: { passkey: await make() } });
    expect(first.json.name).toBe("Firefox · Linux");
    const second = await api("POST", PATH, {
      token,
      body: { passkey: await make(), name: "Casa" },
    });
    expect(second.json.name).toBe("Casa");
    const path = `${PATH}/${second.json.id}`;
    expect((await api("POST", path, { token, body: { name: " Ufficio " } })).json.name).toBe(
      "Ufficio",
    );
    expect(said(await api("POST", path, { token, body: { name: "" } }))).toEqual([
      422,
      "invalid_fields",
    ]);
    const other = await signUp();
    const foreign = await api("POST", path, { token: other.token, body: { name: "Mia" } });
    expect(said(foreign)).toEqual([404, "not_found"]);
  });

  test("a device is told which keys there are, and one that is known already is refused", async () => {
    const { token, authenticator } = await keyHolder();
    const asked = await options(token);
    expect(asked).toMatchObject({ excludeCredentials: [{ id: authenticator.id }] });
    const again = await api("POST", PATH, { token, body: { passkey: authenticator.make(asked) } });
    expect(said(again)).toEqual([409, "passkey_known"]);
  });

  test("an account has so many at most", async () => {
    const { token } = await signUp();
    const { id } = (await api("GET", "wp/v2/users/me/", { token })).json;
    const values = { userId: id, publicKey: "x", counter: 0, name: "Chiave" };
    const asked = await options(token);
    const rows = Array.from({ length: PASSKEYS_MAX }, (_, n) => ({
      ...values,
      credentialId: `${id}${n}`,
    }));
    await db.insert(passkeys).values(rows);
    const full = [409, "too_many_passkeys"];
    expect(said(await api("POST", `${PATH}/options`, { token }))).toEqual(full);
    const passkey = softAuthenticator().make(asked);
    expect(said(await api("POST", PATH, { token, body: { passkey } }))).toEqual(full);
  });

  test.each([
    ["of a phishing site", { origin: "https://slancio.example.evil" }, "passkey_origin"],
    ["of a frame on another site", { crossOrigin: true }, "passkey_origin"],
    ["made for another host", { rpId: "evil.example" }, "passkey_origin"],
    ["made without looking who is there", { verified: false }, "passkey_invalid"],
    ["that is really a sign-in", { type: "webauthn.get" }, "passkey_invalid"],
    ["for a challenge nobody asked", { challenge: "AAAA" }, "challenge_foreign"],
    [
      "with a certificate, which nobody follows",
      { format: "packed", statement: new Map([["x5c", [new Uint8Array(8)]]]) },
      "passkey_invalid",
    ],
  ])("one %s is refused", async (_, lies, code) => {
    const { token } = await signUp();
    const passkey = softAuthenticator().make(await options(token), lies);
    const answer = await api("POST", PATH, { token, body: { passkey } });
    expect(answer.json.code).toBe(code);
    expect((await api("GET", PATH, { token })).json).toEqual([]);
  });

  test("a challenge of another session of the same account is not this one's", async () => {
    const { email, token } = await signUp();
    const asked = await options(token);
    const body = { email, password: PASSWORD };
    const elsewhere = (await api("POST", "wp/v2/users/login", { body })).json.access_token;
    const passkey = softAuthenticator().make(asked);
    const answer = await api("POST", PATH, { token: elsewhere, body: { passkey } });
    expect(said(answer)).toEqual([403, "challenge_foreign"]);
  });
});

describe("signing in with a passkey", () => {
  test("opens the account and counts as a proof; the key says when it was used", async () => {
    const { email, authenticator } = await keyHolder();
    later(1);
    const { status, json } = await enter(authenticator.sign(await loginOptions()));
    expect(status).toBe(200);
    const token = json.access_token;
    expect((await api("GET", "wp/v2/users/me/", { token })).json.email).toBe(email);
    const [key] = (await api("GET", PATH, { token })).json;
    expect(key.last_used_at).toBe(clock.now.toISOString());
    expect((await api("POST", `${PATH}/options`, { token })).status).toBe(200);
  });

  test("nobody learns which keys exist: what is asked is the same for everybody", async () => {
    await keyHolder();
    const asked = (await api("POST", `${PATH}/login/options`)).json;
    expect(asked).toEqual({
      challenge: expect.any(String),
      rpId: "slancio.example",
      timeout: CHALLENGE_MINUTES * 60_000,
      userVerification: "required",
    });
  });

  test("the same answer twice, also at once, opens the account once", async () => {
    const { authenticator } = await keyHolder();
    const signed = authenticator.sign(await loginOptions());
    const answers = await Promise.all([enter(signed), enter(signed), enter(signed)]);
    const codes = answers.map(said).sort();
    expect(codes).toEqual([
      [200, undefined],
      [409, "challenge_used"],
      [409, "challenge_used"],
    ]);
    expect(said(await enter(signed))).toEqual([409, "challenge_used"]);
  });

  test("a challenge holds for so many minutes, and is forgotten some time after", async () => {
    const { authenticator } = await keyHolder();
    const asked = await loginOptions();
    later(CHALLENGE_MINUTES);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([410, "challenge_expired"]);
    later(61);
    await keepHouse(db, clock.now);
    expect(await db.select().from(challenges)).toEqual([]);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([403, "challenge_foreign"]);
  });

  test.each([
    ["on a phishing site", { origin: "https://evil.example" }, "passkey_origin"],
    ["for another host", { rpId: "evil.example" }, "passkey_origin"],
    ["without looking who is there", { verified: false }, "passkey_invalid"],
    ["as if a key were being made", { type: "webauthn.create" }, "passkey_invalid"],
    ["for somebody else", { userHandle: "AAAA" }, "passkey_unknown"],
    ["a second time by its own count", { counter: 1 }, "passkey_counter"],
    ["fewer times than before by its own count", { counter: 0 }, "passkey_counter"],
  ])("what was signed %s is refused", async (_, lies, code) => {
    const { authenticator } = await keyHolder();
    const answer = await enter(authenticator.sign(await loginOptions(), lies));
    expect(answer.json.code).toBe(code);
  });

  test("a key that counts nothing is good again and again", async () => {
    const person = await signUp();
    const authenticator = softAuthenticator();
    const passkey = authenticator.make(await options(person.token), { counter: 0 });
    await api("POST", PATH, { token: person.token, body: { passkey } });
    for (let round = 0; round < 2; round++) {
      const signed = authenticator.sign(await loginOptions(), { counter: 0 });
      expect((await enter(signed)).status).toBe(200);
    }
  });

  test("a key nobody knows, a signature by another key, bytes that mean nothing", async () => {
    const { authenticator } = await keyHolder();
    const stranger = softAuthenticator();
    const unknown = await enter(stranger.sign(await loginOptions()));
    expect(said(unknown)).toEqual([403, "passkey_unknown"]);
    const posing = {
      ...stranger.sign(await loginOptions()),
      id: authenticator.id,
      rawId: authenticator.id,
    };
    expect(said(await enter(posing))).toEqual([422, "passkey_invalid"]);
    for (const name of ["clientDataJSON", "authenticatorData", "signature"] as const) {
      for (const value of ["", "%%%", "AAAA", "bnVsbA"]) {
        const signed = authenticator.sign(await loginOptions());
        signed.response[name] = value;
        expect(said(await enter(signed)), `${name}: ${value}`).toEqual([422, "passkey_invalid"]);
      }
    }
    for (const body of [
      {},
      null,
      { id: 1 },
      { ...authenticator.sign({ challenge: "x" }), type: "x" },
    ]) {
      expect(said(await enter(body))).toEqual([422, "invalid_fields"]);
    }
  });

  test("a closed account stays closed, told only to whoever holds its key", async () => {
    const { token, authenticator } = await keyHolder();
    const body = { password: PASSWORD };
    expect((await api("DELETE", "wp/v2/users/me/", { token, body })).status).toBe(204);
    const closed = await enter(authenticator.sign(await loginOptions()));
    expect(said(closed)).toEqual([403, "account_deactivated"]);
    const forged = {
      ...softAuthenticator().sign(await loginOptions()),
      id: authenticator.id,
      rawId: authenticator.id,
    };
    expect(said(await enter(forged))).toEqual([422, "passkey_invalid"]);
  });

  test("what a session asked to sign opens nothing", async () => {
    const { token, authenticator } = await keyHolder();
    const asked = (await api("POST", "wp/v2/users/proof/options", { token })).json;
    expect(asked.allowCredentials).toMatchObject([{ id: authenticator.id }]);
    expect(said(await enter(authenticator.sign(asked)))).toEqual([403, "challenge_foreign"]);
  });
});

describe("removing a passkey", () => {
  test("asks for a proof, tells the owner, and the key opens nothing any more", async () => {
    const { email, token: first, key, authenticator } = await keyHolder();
    later(FRESH_SIGN_IN_MINUTES + 1);
    const path = `${PATH}/${key.id}`;
    expect(said(await api("DELETE", path, { token: first }))).toEqual([403, "proof_required"]);
    await prove(first);
    expect((await api("DELETE", path, { token: first })).status).toBe(204);
    expect((await mailsTo(email)).at(-1)?.template).toBe("passkey_removed");
    expect(said(await api("DELETE", path, { token: first }))).toEqual([404, "not_found"]);
    const signed = authenticator.sign(await loginOptions());
    expect(said(await enter(signed))).toEqual([403, "passkey_unknown"]);
  });

  test("somebody else's is not found", async () => {
    const { key } = await keyHolder();
    const other = await signUp();
    await prove(other.token);
    const answer = await api("DELETE", `${PATH}/${key.id}`, { token: other.token });
    expect(said(answer)).toEqual([404, "not_found"]);
  });

  test("the last way in stays, be it a passkey or a provider", async () => {
    const user = await makeUser();
    const key = { userId: user.id, publicKey: "x", counter: 0, name: "Chiave" };
    const [only] = await db
      .insert(passkeys)
      .values({ ...key, credentialId: user.id })
      .returning();
    await db.update(sessions).set({ provedAt: clock.now }).where(eq(sessions.id, user.sessionId));
    const token = await freshToken(user);
    const path = `${PATH}/${only?.id}`;
    expect(said(await api("DELETE", path, { token }))).toEqual([409, "last_way_in"]);
    await db.insert(identities).values({ provider: "google", subject: user.id, userId: user.id });
    const unlink = { token, body: { provider: "google" } };
    expect((await api("DELETE", "wp/v2/users/me/providers", unlink)).json.providers).toEqual([]);
    await db.insert(identities).values({ provider: "google", subject: user.id, userId: user.id });
    expect((await api("DELETE", path, { token })).status).toBe(204);
    expect(said(await api("DELETE", "wp/v2/users/me/providers", unlink))).toEqual([
      409,
      "link_required",
    ]);
  });
});
