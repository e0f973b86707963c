import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { FRESH_SIGN_IN_MINUTES, PASSKEYS_MAX } from "@/contract/limits";
import { softAuthenticator } from "@/tests/support/people/authenticator";
import { keyHoldersOf, PASSKEYS, said } from "@/tests/support/people/key-holder";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { identities, sessions } from "../../db/schema/accounts";
import { passkeys } from "../../db/schema/passkeys";

const bench = await testBackend();
const { api, db, deps, clock, makeUser, freshToken } = bench;
const { mailsTo, signUp } = peopleOf(bench);
const { prove, options, keyHolder, loginOptions, enter } = keyHoldersOf(bench);

function later(minutes: number) {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

describe("adding a passkey", () => {
  test("adding a passkey requires re-authentication and asks for a discoverable, user-verified passkey of this site", async () => {
    const { email, token } = await signUp();
    expect(said(await api("POST", `${PASSKEYS}/options`, { token }))).toEqual([
      403,
      "proof_required",
    ]);
    expect(await options(token)).toMatchObject({
      rp: { id: "slancio.example" },
      user: { name: email },
      attestation: "none",
      // The options allow only Ed25519, P-256, and RSA with SHA-256, and no weaker algorithm.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
  });

  test("a new passkey appears in the list, in the account and in an email", async () => {
    const { email, token, key } = await keyHolder();
    expect(key).toEqual({
      id: expect.any(String),
      name: "Passkey",
      created_at: clock.now.toISOString(),
      last_used_at: null,
    });
    expect((await api("GET", PASSKEYS, { token })).json).toEqual([key]);
    expect((await api("GET", "wp/v2/users/me/", { token })).json.has_passkey).toBe(true);
    expect((await mailsTo(email)).at(-1)).toMatchObject({
      template: "passkey_added",
      data: { passkey: "Passkey", at: clock.now.toISOString() },
    });
  });

  test("a passkey is named after its device or by its owner, and can be renamed", async () => {
    const { token } = await signUp();
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const make = async () => softAuthenticator().make(await options(token));
    const device = { token, headers: { "User-Agent": agent } };
    const first = await api("POST", PASSKEYS, { ...device, body: { passkey: await make() } });
    expect(first.json.name).toBe("Firefox · Linux");
    const second = await api("POST", PASSKEYS, {
      token,
      body: { passkey: await make(), name: "Casa" },
    });
    expect(second.json.name).toBe("Casa");
    const path = `${PASSKEYS}/${second.json.id}`;
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

  test("the options list the account's passkeys, and a passkey that is already known is refused", async () => {
    const { token, authenticator } = await keyHolder();
    const asked = await options(token);
    expect(asked).toMatchObject({ excludeCredentials: [{ id: authenticator.id }] });
    const again = await api("POST", PASSKEYS, {
      token,
      body: { passkey: authenticator.make(asked) },
    });
    expect(said(again)).toEqual([409, "passkey_known"]);
  });

  test("an account has a limited number of passkeys", async () => {
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
    expect(said(await api("POST", `${PASSKEYS}/options`, { token }))).toEqual(full);
    const passkey = softAuthenticator().make(asked);
    expect(said(await api("POST", PASSKEYS, { token, body: { passkey } }))).toEqual(full);
  });

  test.each([
    ["its maker's valid certificate", "by maker", "packed"],
    ["a service", "by service", "android-safetynet"],
  ] as const)(
    "a passkey with an attestation by %s is refused, because none was requested",
    async (_, vouched, format) => {
      const { token } = await signUp();
      const passkey = softAuthenticator().make(await options(token), { vouched });
      const answer = await api("POST", PASSKEYS, { token, body: { passkey } });
      expect(said(answer)).toEqual([422, "passkey_invalid"]);
      expect(answer.json.message).toContain(`an attestation nobody asked for: ${format}`);
      expect((await api("GET", PASSKEYS, { token })).json).toEqual([]);
    },
  );

  test("a passkey with a self-attestation is accepted only if the attestation is for the same passkey", async () => {
    const { token } = await signUp();
    const add = async (vouched: "by itself" | "for another") => {
      const passkey = softAuthenticator().make(await options(token), { vouched });
      return said(await api("POST", PASSKEYS, { token, body: { passkey } }));
    };
    expect(await add("for another")).toEqual([422, "passkey_invalid"]);
    expect(await add("by itself")).toEqual([201, undefined]);
  });

  test("the options contain the user's name, and an account id without personal data", async () => {
    const user = await makeUser({ firstName: "Ada", lastName: "" });
    await db.update(sessions).set({ provedAt: clock.now }).where(eq(sessions.id, user.sessionId));
    const token = await freshToken(user);
    const asked = (await api("POST", `${PASSKEYS}/options`, { token })).json;
    const id = Buffer.from(user.id.replaceAll("-", ""), "hex").toString("base64url");
    expect(asked.user).toEqual({ id, name: user.email, displayName: "Ada" });
    const other = await signUp();
    const { user: named } = (await options(other.token)) as unknown as { user: object };
    expect(named).toMatchObject({ displayName: "Giulia Ferraro" });

    const authenticator = softAuthenticator();
    const passkey = authenticator.make(asked);
    // Some browsers do not report how they reach a passkey (its transports), for example by USB.
    delete passkey.response.transports;
    expect((await api("POST", PASSKEYS, { token, body: { passkey } })).status).toBe(201);
    const { json } = await api("POST", `${PASSKEYS}/options`, { token });
    expect(json.excludeCredentials).toEqual([
      { id: authenticator.id, type: "public-key", transports: [] },
    ]);
    const signed = authenticator.sign(await loginOptions(), { userHandle: id });
    expect((await enter(signed)).status).toBe(200);
  });
});

test("adding and removing a passkey notifies the mail worker", async () => {
  const { token } = await signUp();
  const passkey = softAuthenticator().make(await options(token));
  const { notifyMailWorker } = deps;
  let woken = 0;
  deps.notifyMailWorker = () => void woken++;
  const { json } = await api("POST", PASSKEYS, { token, body: { passkey } });
  expect(woken).toBe(1);
  expect((await api("DELETE", `${PASSKEYS}/${json.id}`, { token })).status).toBe(204);
  expect(woken).toBe(2);
  deps.notifyMailWorker = notifyMailWorker;
});

describe("removing a passkey", () => {
  test("removing a passkey requires re-authentication, sends an email and prevents its use", async () => {
    const { email, token: first, key, authenticator } = await keyHolder();
    later(FRESH_SIGN_IN_MINUTES + 1);
    const path = `${PASSKEYS}/${key.id}`;
    expect(said(await api("DELETE", path, { token: first }))).toEqual([403, "proof_required"]);
    await prove(first);
    expect((await api("DELETE", path, { token: first })).status).toBe(204);
    expect((await mailsTo(email)).at(-1)?.template).toBe("passkey_removed");
    expect(said(await api("DELETE", path, { token: first }))).toEqual([404, "not_found"]);
    const signed = authenticator.sign(await loginOptions());
    expect(said(await enter(signed))).toEqual([403, "passkey_unknown"]);
  });

  test("another account's passkey is not found", async () => {
    const { key } = await keyHolder();
    const other = await signUp();
    await prove(other.token);
    const answer = await api("DELETE", `${PASSKEYS}/${key.id}`, { token: other.token });
    expect(said(answer)).toEqual([404, "not_found"]);
  });

  test("one of two passkeys can be removed, even without another way to sign in", async () => {
    const user = await makeUser();
    const key = { userId: user.id, publicKey: "x", counter: 0, name: "Chiave" };
    const rows = [0, 1].map((n) => ({ ...key, credentialId: `${user.id}${n}` }));
    await db.insert(passkeys).values(rows);
    await db.update(sessions).set({ provedAt: clock.now }).where(eq(sessions.id, user.sessionId));
    const token = await freshToken(user);
    const [one, other] = (await api("GET", PASSKEYS, { token })).json;
    const remove = async (id: string) => said(await api("DELETE", `${PASSKEYS}/${id}`, { token }));
    expect(await remove(other.id)).toEqual([204, undefined]);
    expect((await api("GET", PASSKEYS, { token })).json).toEqual([one]);
    expect(await remove(one.id)).toEqual([409, "last_way_in"]);
  });

  test("the last way to sign in cannot be removed, either a passkey or a provider", async () => {
    const user = await makeUser();
    const key = { userId: user.id, publicKey: "x", counter: 0, name: "Chiave" };
    const [only] = await db
      .insert(passkeys)
      .values({ ...key, credentialId: user.id })
      .returning();
    await db.update(sessions).set({ provedAt: clock.now }).where(eq(sessions.id, user.sessionId));
    const token = await freshToken(user);
    const path = `${PASSKEYS}/${only?.id}`;
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
