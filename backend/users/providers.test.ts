import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { testBackend } from "@/tests/support/backend";
import { hostileWord } from "@/tests/support/hostile";
import { PASSWORD, peopleOf } from "@/tests/support/people";
import { FACEBOOK_APP, GOOGLE_CLIENT_ID, openStandIns } from "@/tests/support/stand-ins/server";
import { createBackend } from "../app";
import { consents, identities, rateLimits, usedProviderTokens, users } from "../db/schema/accounts";
import { outbox } from "../db/schema/mail";
import { keepHouse } from "../housekeeping";

const standIns = await openStandIns();
const { google, facebook, state } = standIns;
afterAll(standIns.close);

const bench = await testBackend({
  env: {
    GOOGLE_CLIENT_ID,
    GOOGLE_ISSUER_URL: state.url,
    FACEBOOK_APP_ID: FACEBOOK_APP.id,
    FACEBOOK_APP_SECRET: FACEBOOK_APP.secret,
    FACEBOOK_GRAPH_URL: state.url,
    PROVIDER_TIMEOUT_SECONDS: "0.4",
  },
});
const { api, db, deps, clock } = bench;
const { signUp, login, mailsTo } = peopleOf(bench);
const START = clock.now;

beforeEach(async () => {
  state.mood = "well";
  await db.delete(rateLimits);
});
afterEach(() => {
  clock.now = START;
});

const SSO = "wp/v2/users/sso/";
type More = Record<string, unknown>;

/** The payload of specification part 3. */
function googleBody(id_token: string, more: More = {}) {
  const access_token = JSON.stringify({ access_token: "", id_token, token_type: "Bearer" });
  return { provider: "google", name: "Somebody Else", access_token, ...more };
}

function facebookBody(token: string, more: More = {}) {
  const access_token = JSON.stringify({ access_token: token, id_token: "", token_type: "bearer" });
  return { provider: "facebook", access_token, ...more };
}

async function tryGoogle(claims: More = {}, more: More = {}) {
  const token = await google.idToken(claims, { now: clock.now });
  return api("POST", SSO, { body: googleBody(token, more) });
}

function tryFacebook(token: string, more: More = {}) {
  return api("POST", SSO, { body: facebookBody(token, more) });
}

const me = async (token: string) => (await api("GET", "wp/v2/users/me/", { token })).json;
const code = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code];
const REFUSED = [401, "invalid_provider_token"];

describe("Google", () => {
  test("opens an account with what Google says, whatever the request says", async () => {
    const email = `Ada.${crypto.randomUUID()}@Example.org`;
    const token = await google.idToken({ email, sub: "g-new" }, { now: clock.now });
    const body = googleBody(token, { email: "other@example.org", first_name: "Mallory" });
    const answer = await api("POST", `${SSO}?lang=en`, { body });
    expect(answer.status).toBe(200);
    const user = await me(answer.json.access_token);
    expect(user).toMatchObject({
      email: email.toLowerCase(),
      first_name: "Ada",
      last_name: "Riva",
      language: "en",
      privacy: true,
      newsletter: false,
      interest: null,
      has_password: false,
      providers: ["google"],
    });
    const said = await db.select().from(consents).where(eq(consents.userId, user.id));
    const privacy = said.find(({ kind }) => kind === "privacy");
    expect(privacy).toMatchObject({
      accepted: true,
      source: "google",
      language: "en",
      document: "/policy/privacy-notice-en.pdf",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: clock.now,
    });
    const refreshed = await api("POST", "wp/v2/users/login/refresh", {
      body: { refresh_token: answer.json.refresh_token },
    });
    expect(refreshed.status).toBe(200);
  });

  test("finds the account by its subject, also under another address", async () => {
    const sub = crypto.randomUUID();
    const first = await me((await tryGoogle({ sub })).json.access_token);
    const again = await tryGoogle({ sub, email: "moved@example.org" });
    expect(await me(again.json.access_token)).toMatchObject({ id: first.id, email: first.email });
  });

  test.each([
    ["for another client", { aud: "another-client" }],
    ["for us and another", { aud: [GOOGLE_CLIENT_ID, "another-client"] }],
    ["made for another party", { azp: "another-client" }],
    ["of another issuer", { iss: "https://accounts.google.com.evil.example" }],
    ["of an issuer beside it", { iss: `${state.url}/` }],
    ["expired", { iat: seconds(START) - 7200, exp: seconds(START) - 61 }],
    ["of tomorrow", { iat: seconds(START) + 86_400, exp: seconds(START) + 90_000 }],
    ["that lives for a year", { iat: seconds(START) - 4000, exp: seconds(START) + 31_536_000 }],
    ["without an end", { exp: undefined }],
    ["without a subject", { sub: undefined }],
    ["with an address nobody verified", { email_verified: false }],
    ["with an address verified in words", { email_verified: "true" }],
  ])("refuses a token %s", async (_, claims) => {
    const answer = await tryGoogle(claims);
    expect(code(answer)).toEqual(REFUSED);
  });

  test.each([state.url, state.url.replace("http://", "")])(
    "takes the issuer as Google writes it: %s",
    async (iss) => {
      expect((await tryGoogle({ iss })).status).toBe(200);
    },
  );

  test("refuses a token signed with another key under a known name", async () => {
    const other = await google.newKey();
    const key = { ...other, kid: google.state.keys[0].kid };
    const token = await google.idToken({}, { key, now: clock.now });
    expect(code(await api("POST", SSO, { body: googleBody(token) }))).toEqual(REFUSED);
  });

  test("refuses no signature, and HMAC with the public key for a secret", async () => {
    const [key] = google.state.keys;
    const [, claims] = (await google.idToken({}, { now: clock.now })).split(".");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "none", kid: key.kid })}.${claims}.`;
    expect(code(await api("POST", SSO, { body: googleBody(unsigned) }))).toEqual(REFUSED);
    const pem = JSON.stringify(key.jwk);
    for (const secret of [pem, key.jwk.n ?? ""]) {
      const signed = `${part({ alg: "HS256", typ: "JWT", kid: key.kid })}.${claims}`;
      const mac = createHmac("sha256", secret).update(signed).digest("base64url");
      const answer = await api("POST", SSO, { body: googleBody(`${signed}.${mac}`) });
      expect(code(answer)).toEqual(REFUSED);
    }
  });

  test("takes RS256 alone, whatever else the key could sign with", async () => {
    for (const alg of ["RS512", "PS256"]) {
      const token = await google.idToken({}, { alg, now: clock.now });
      expect(code(await api("POST", SSO, { body: googleBody(token) }))).toEqual(REFUSED);
    }
  });

  test("takes a token once, however its signature is spelt, also of two at the same moment", async () => {
    const token = await google.idToken({}, { now: clock.now });
    const both = await Promise.all([1, 2].map(() => api("POST", SSO, { body: googleBody(token) })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    // 2048 bits fill 341⅓ characters: the last one's lowest bits mean nothing.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const other = alphabet[alphabet.indexOf(token.at(-1) ?? "") ^ 1];
    for (const again of [token, token.slice(0, -1) + other]) {
      expect(code(await api("POST", SSO, { body: googleBody(again) }))).toEqual(REFUSED);
    }
    // Kept until the token has expired by any clock, and no longer.
    await keepHouse(db, new Date(START.getTime() + 3_650_000));
    expect(await db.select().from(usedProviderTokens)).not.toEqual([]);
    await keepHouse(db, new Date(START.getTime() + 3_661_000));
    expect(await db.select().from(usedProviderTokens)).toEqual([]);
  });

  test("looks for a key it does not know, so that Google may change its keys", async () => {
    expect((await tryGoogle()).status).toBe(200);
    await google.rotate();
    clock.now = new Date(START.getTime() + 11_000);
    expect((await tryGoogle()).status).toBe(200);
    const asked = () => state.asked.filter((path) => path === "/certs").length;
    const before = asked();
    // Names of keys anybody can invent: not every one is a question to Google.
    const key = { ...(await google.newKey()), kid: "invented" };
    for (let i = 0; i < 5; i++) {
      const token = await google.idToken({}, { key, now: clock.now });
      expect(code(await api("POST", SSO, { body: googleBody(token) }))).toEqual(REFUSED);
    }
    expect(asked()).toBe(before);
    // A key that was withdrawn is not believed for ever.
    const [old] = google.state.keys;
    await google.rotate();
    clock.now = new Date(clock.now.getTime() + 3_601_000);
    const stale = await google.idToken({}, { key: old, now: clock.now });
    expect(code(await api("POST", SSO, { body: googleBody(stale) }))).toEqual(REFUSED);
  });

  test("does not take the keys of a discovery document that speaks for somebody else", async () => {
    const config = {
      ...deps.config,
      GOOGLE_ISSUER_URL: state.url.replace("127.0.0.1", "localhost"),
    };
    const other = createBackend({ ...deps, config });
    const body = googleBody(await google.idToken({}, { now: clock.now }));
    const answer = await other.fetch(
      new Request(`https://slancio.example/wp-json/${SSO}`, {
        method: "POST",
        body: JSON.stringify(body),
      }),
    );
    expect(answer.status).toBe(503);
  });

  test("refuses a token of somebody else than the request names", async () => {
    expect(code(await tryGoogle({ sub: "one" }, { google_id: "another" }))).toEqual(REFUSED);
    expect((await tryGoogle({ sub: "one-self" }, { google_id: "one-self" })).status).toBe(200);
  });
});

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

describe("Facebook", () => {
  test("opens an account and finds it again", async () => {
    const token = facebook.accessToken({ user_id: "f-1" });
    const first = await tryFacebook(token, { fb_id: "f-1" });
    expect(first.status).toBe(200);
    const user = await me(first.json.access_token);
    expect(user).toMatchObject({
      first_name: "Bruno",
      last_name: "Serra",
      providers: ["facebook"],
    });
    // Facebook's tokens live for weeks and come again with every sign-in.
    expect((await me((await tryFacebook(token)).json.access_token)).id).toBe(user.id);
    const proofs = state.asked.filter((path) => path.startsWith("/me?"));
    for (const path of proofs) expect(path).toMatch(/appsecret_proof=[0-9a-f]{64}/);
  });

  test.each([
    ["of another app", { app_id: "666" }],
    ["Facebook no longer believes", { is_valid: false }],
    ["that has expired", { expires_at: seconds(START) - 1 }],
    ["of somebody else than it says", { me: { id: "another" } }],
  ])("refuses a token %s", async (_, more) => {
    expect(code(await tryFacebook(facebook.accessToken(more)))).toEqual(REFUSED);
  });

  test("refuses an unknown token, none, and one of somebody else than the request names", async () => {
    expect(code(await tryFacebook("EAAinvented"))).toEqual(REFUSED);
    expect(code(await tryFacebook(""))).toEqual(REFUSED);
    const token = facebook.accessToken();
    expect(code(await tryFacebook(token, { fb_id: "another" }))).toEqual(REFUSED);
  });

  test("who gives no address cannot open an account, but can sign in to one", async () => {
    const shy = facebook.accessToken({ user_id: "f-shy", me: { email: undefined } });
    const answer = await tryFacebook(shy);
    expect([...code(answer), answer.json.data.fields]).toEqual([
      422,
      "invalid_fields",
      { email: "required" },
    ]);
    const { token } = await signUp();
    const linked = await api("POST", "wp/v2/users/me/providers", {
      token,
      body: facebookBody(shy),
    });
    expect(linked.json.providers).toEqual(["facebook"]);
    expect((await tryFacebook(shy)).status).toBe(200);
  });
});

describe("which provider", () => {
  test("one provider's token is nothing to the other", async () => {
    const idToken = await google.idToken({}, { now: clock.now });
    const accessToken = facebook.accessToken();
    const swapped = [
      googleBody(idToken, { provider: "facebook" }),
      facebookBody(accessToken, { provider: "google" }),
      googleBody(accessToken),
      facebookBody(idToken),
    ];
    for (const body of swapped) expect(code(await api("POST", SSO, { body }))).toEqual(REFUSED);
  });

  test("the same subject at two providers is two people", async () => {
    const sub = crypto.randomUUID();
    const one = await me((await tryGoogle({ sub })).json.access_token);
    const token = facebook.accessToken({ user_id: sub });
    expect((await me((await tryFacebook(token)).json.access_token)).id).not.toBe(one.id);
  });

  test.each(["", "{", "[]", '"text"', "null", "7", '{"id_token":{}}', '{"id_token":"a.b"}'])(
    "what is no tokens is refused: %s",
    async (access_token) => {
      for (const provider of ["google", "facebook"]) {
        const answer = await api("POST", SSO, { body: { provider, access_token } });
        expect(code(answer)).toEqual(REFUSED);
      }
    },
  );

  test("500 hostile payloads are refused, and never our fault", { timeout: 60_000 }, async () => {
    const tokens = fc.oneof(
      hostileWord,
      fc
        .record(
          { id_token: hostileWord, access_token: hostileWord, token_type: fc.jsonValue() },
          { requiredKeys: [] },
        )
        .map((value) => JSON.stringify(value)),
    );
    const payload = fc.record(
      {
        provider: fc.constantFrom("google", "facebook"),
        access_token: tokens,
        email: hostileWord,
        google_id: hostileWord,
        first_name: hostileWord,
      },
      { requiredKeys: ["provider", "access_token"] },
    );
    await fc.assert(
      fc.asyncProperty(payload, async (body) => {
        await db.delete(rateLimits);
        const { status } = await api("POST", SSO, { body });
        expect([401, 422]).toContain(status);
      }),
      { numRuns: 500 },
    );
  });

  test.each(["down", "silent"] as const)("a provider that is %s: 503, try again", async (mood) => {
    const fresh = createBackend(deps);
    state.mood = mood;
    const bodies = [
      googleBody(await google.idToken({}, { now: clock.now })),
      facebookBody(facebook.accessToken()),
    ];
    for (const body of bodies) {
      const answer = await fresh.fetch(
        new Request(`https://slancio.example/wp-json/${SSO}`, {
          method: "POST",
          body: JSON.stringify(body),
        }),
      );
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    }
  });
});

describe("an address that has an account", () => {
  test("asks for its password, then links, and the token that was refused is still good", async () => {
    const { email } = await signUp();
    const sub = crypto.randomUUID();
    const idToken = await google.idToken({ email, sub }, { now: clock.now });
    const refused = await api("POST", SSO, { body: googleBody(idToken) });
    expect(code(refused)).toEqual([409, "link_required"]);
    expect(await db.select().from(identities).where(eq(identities.subject, sub))).toEqual([]);

    const { json } = await login(email);
    const token = json.access_token;
    const body = googleBody(idToken);
    const linked = await api("POST", "wp/v2/users/me/providers", { token, body });
    expect([linked.status, linked.json.providers]).toEqual([200, ["google"]]);
    expect(code(await api("POST", SSO, { body }))).toEqual(REFUSED);
    expect((await me((await tryGoogle({ sub })).json.access_token)).email).toBe(email);
  });

  test("of another provider is not handed over either", async () => {
    const email = `both-${crypto.randomUUID()}@example.org`;
    await tryGoogle({ email });
    const token = facebook.accessToken({ me: { email: email.toUpperCase() } });
    expect(code(await tryFacebook(token))).toEqual([409, "link_required"]);
  });

  test("two tabs of one new person open one account", async () => {
    const claims = { sub: crypto.randomUUID(), email: `tabs-${crypto.randomUUID()}@example.org` };
    const answers = await Promise.all([1, 2, 3].map(() => tryGoogle(claims)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await db.select().from(users).where(eq(users.email, claims.email))).toHaveLength(1);
  });
});

describe("linking", () => {
  test("another account's identity stays there; a second one of a provider is refused", async () => {
    const sub = crypto.randomUUID();
    const owner = (await tryGoogle({ sub })).json.access_token;
    const { token } = await signUp();
    const link = async (claims: More) => {
      const idToken = await google.idToken(claims, { now: clock.now });
      const body = googleBody(idToken);
      return api("POST", "wp/v2/users/me/providers", { token, body });
    };
    expect(code(await link({ sub }))).toEqual([409, "link_required"]);
    expect((await link({ sub: "mine" })).status).toBe(200);
    expect((await link({ sub: "mine" })).status).toBe(200);
    expect(code(await link({ sub: "mine-too" }))).toEqual([409, "link_required"]);
    expect((await me(owner)).providers).toEqual(["google"]);
  });

  test("a removed identity opens nothing any more", async () => {
    const { token, email } = await signUp();
    const sub = crypto.randomUUID();
    const idToken = await google.idToken({ sub }, { now: clock.now });
    const path = "wp/v2/users/me/providers";
    await api("POST", path, { token, body: googleBody(idToken) });
    await api("DELETE", path, { token, body: { provider: "google" } });
    expect(code(await tryGoogle({ sub, email }))).toEqual([409, "link_required"]);
  });
});

describe("the owner's notice", () => {
  const path = "wp/v2/users/me/providers";
  const news = async (email: string) =>
    (await mailsTo(email)).filter(({ template }) => template.startsWith("provider_"));

  test.each(["it", "en"])(
    "another way in is told once, and so is its end (%s)",
    async (language) => {
      const { token, email } = await signUp();
      await api("POST", "wp/v2/users/me/", { token, body: { language } });
      const sub = crypto.randomUUID();
      const link = async () => {
        const body = googleBody(await google.idToken({ sub }, { now: clock.now }));
        return (await api("POST", path, { token, body })).status;
      };
      expect([await link(), await link()]).toEqual([200, 200]);
      const said = { language, recipient: email, userId: expect.any(String) };
      const data = { first_name: "Giulia", provider: "Google", at: clock.now.toISOString() };
      expect(await news(email)).toMatchObject([{ ...said, template: "provider_linked", data }]);
      for (const provider of ["google", "google", "facebook"]) {
        await api("DELETE", path, { token, body: { provider } });
      }
      expect((await news(email)).slice(1)).toMatchObject([
        { ...said, template: "provider_unlinked", data },
      ]);
    },
  );

  test("a refusal is none: another's identity, a second one of a provider, the last way in", async () => {
    const sub = crypto.randomUUID();
    const owner = (await tryGoogle({ sub })).json.access_token;
    const { email } = await me(owner);
    const { token, email: other } = await signUp();
    const body = googleBody(await google.idToken({ sub }, { now: clock.now }));
    expect((await api("POST", path, { token, body })).status).toBe(409);
    const last = { token: owner, body: { provider: "google" } };
    expect((await api("DELETE", path, last)).status).toBe(409);
    expect([...(await news(email)), ...(await news(other))]).toEqual([]);
  });
});

describe("whose account is deactivated", () => {
  test("hears so from the provider's sign-in, and from nobody else's", async () => {
    const sub = crypto.randomUUID();
    const { id } = await me((await tryGoogle({ sub })).json.access_token);
    await db.update(users).set({ deactivatedAt: clock.now }).where(eq(users.id, id));
    const token = await google.idToken({ sub }, { now: clock.now });
    for (let i = 0; i < 2; i++) {
      const answer = await api("POST", SSO, { body: googleBody(token) });
      expect(code(answer)).toEqual([403, "account_deactivated"]);
    }
  });
});

describe("limits", () => {
  test("refused tokens count by address, good ones by person", async () => {
    const bad = () => api("POST", SSO, { body: facebookBody("EAAinvented") });
    for (let i = 0; i < 100; i++) expect((await bad()).status).toBe(401);
    const cut = await bad();
    expect(code(cut)).toEqual([429, "too_many_requests"]);
    expect(Number(cut.headers.get("retry-after"))).toBeGreaterThan(0);
    await db.delete(rateLimits);

    const token = facebook.accessToken();
    for (let i = 0; i < 30; i++) expect((await tryFacebook(token)).status).toBe(200);
    expect((await tryFacebook(token)).status).toBe(429);
    expect((await tryFacebook(facebook.accessToken())).status).toBe(200);
  });

  test("a sign-in from a new device is told to the owner, as after a password", async () => {
    const sub = crypto.randomUUID();
    const { email } = await me((await tryGoogle({ sub })).json.access_token);
    const body = googleBody(await google.idToken({ sub }, { now: clock.now }));
    const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0" };
    expect((await api("POST", SSO, { body, headers })).status).toBe(200);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["new_device"]);
    await db.delete(outbox).where(and(eq(outbox.recipient, email)));
  });
});

test("accounts with a password are not changed by any of this", async () => {
  const { email } = await signUp();
  await tryGoogle({ email });
  expect((await login(email, PASSWORD)).json.access_token).toBeTruthy();
});
