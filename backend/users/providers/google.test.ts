import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { GOOGLE_CLIENT_ID } from "@/tests/support/fakes/server";
import {
  code,
  googleBody,
  REFUSED,
  SSO,
  seconds,
  socialBench,
} from "@/tests/support/people/social";
import { createBackend } from "../../app";
import { consents, usedProviderTokens } from "../../db/schema/accounts";
import { deleteExpiredRecords } from "../../housekeeping";

const { api, db, deps, clock, google, state, START, tryGoogle, me } = await socialBench();

describe("sign-in with Google", () => {
  test("Google opens an account with the token's data and ignores those of the request", async () => {
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
      document: "/policy/web-privacy-en.pdf",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: clock.now,
    });
    const refreshed = await api("POST", "wp/v2/users/login/refresh", {
      body: { refresh_token: answer.json.refresh_token },
    });
    expect(refreshed.status).toBe(200);
  });

  test("Google's sign-in finds the account by its subject, even with another address", async () => {
    const sub = crypto.randomUUID();
    const first = await me((await tryGoogle({ sub })).json.access_token);
    const again = await tryGoogle({ sub, email: "moved@example.org" });
    expect(await me(again.json.access_token)).toMatchObject({ id: first.id, email: first.email });
  });

  test.each([
    ["for another client", { aud: "another-client" }],
    ["for this site and another client", { aud: [GOOGLE_CLIENT_ID, "another-client"] }],
    ["made for another party", { azp: "another-client" }],
    ["of another issuer", { iss: "https://accounts.google.com.evil.example" }],
    ["of a similar issuer", { iss: `${state.url}/` }],
    ["that has expired", { iat: seconds(START) - 7200, exp: seconds(START) - 61 }],
    ["issued tomorrow", { iat: seconds(START) + 86_400, exp: seconds(START) + 90_000 }],
    ["valid for a year", { iat: seconds(START) - 4000, exp: seconds(START) + 31_536_000 }],
    ["without an expiry", { exp: undefined }],
    ["without a subject", { sub: undefined }],
    ["with an unverified address", { email_verified: false }],
    ["with a text as verification of its address", { email_verified: "true" }],
  ])("Google's token %s is refused", async (_, claims) => {
    const answer = await tryGoogle(claims);
    expect(code(answer)).toEqual(REFUSED);
  });

  test.each([state.url, state.url.replace("http://", "")])(
    "Google's issuer is accepted in both of its forms: %s",
    async (iss) => {
      expect((await tryGoogle({ iss })).status).toBe(200);
    },
  );

  test("Google's token signed with another key under a known id is refused", async () => {
    const other = await google.newKey();
    const key = { ...other, kid: google.state.keys[0].kid };
    const token = await google.idToken({}, { key, now: clock.now });
    expect(code(await api("POST", SSO, { body: googleBody(token) }))).toEqual(REFUSED);
  });

  test("Google's token without a signature, or with an HMAC of the public key, is refused", async () => {
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

  test("Google's token is accepted only with RS256", async () => {
    for (const alg of ["RS512", "PS256"]) {
      const token = await google.idToken({}, { alg, now: clock.now });
      expect(code(await api("POST", SSO, { body: googleBody(token) }))).toEqual(REFUSED);
    }
  });

  test("Google's token is accepted once, also from two simultaneous requests or with another encoding of its signature", async () => {
    const token = await google.idToken({}, { now: clock.now });
    const both = await Promise.all([1, 2].map(() => api("POST", SSO, { body: googleBody(token) })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    // 2048 bits need 341⅓ base64 characters, so the lowest bits of the last character are unused.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const other = alphabet[alphabet.indexOf(token.at(-1) ?? "") ^ 1];
    for (const again of [token, token.slice(0, -1) + other]) {
      expect(code(await api("POST", SSO, { body: googleBody(again) }))).toEqual(REFUSED);
    }
    await deleteExpiredRecords(db, new Date(START.getTime() + 3_650_000));
    expect(await db.select().from(usedProviderTokens)).not.toEqual([]);
    await deleteExpiredRecords(db, new Date(START.getTime() + 3_661_000));
    expect(await db.select().from(usedProviderTokens)).toEqual([]);
  });

  test("an unknown key id causes a look-up of Google's keys, at a limited rate", async () => {
    expect((await tryGoogle()).status).toBe(200);
    await google.rotate();
    clock.now = new Date(START.getTime() + 11_000);
    expect((await tryGoogle()).status).toBe(200);
    const asked = () => state.asked.filter((path) => path === "/certs").length;
    const before = asked();
    // Any client can invent key ids, so only some unknown key ids cause a request to Google.
    const key = { ...(await google.newKey()), kid: "invented" };
    for (let i = 0; i < 5; i++) {
      const token = await google.idToken({}, { key, now: clock.now });
      expect(code(await api("POST", SSO, { body: googleBody(token) }))).toEqual(REFUSED);
    }
    expect(asked()).toBe(before);
    const [old] = google.state.keys;
    await google.rotate();
    clock.now = new Date(clock.now.getTime() + 3_601_000);
    const stale = await google.idToken({}, { key: old, now: clock.now });
    expect(code(await api("POST", SSO, { body: googleBody(stale) }))).toEqual(REFUSED);
  });

  test("Google's token with a key shorter than 2048 bits is refused, even if Google published the key", async () => {
    const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const signed = await google.idToken({}, { now: clock.now });
    const header = Buffer.from('{"alg":"RS256","typ":"JWT","kid":"short"}').toString("base64url");
    const said = `${header}.${signed.split(".")[1]}`;
    const token = `${said}.${sign("sha256", Buffer.from(said), short.privateKey).toString("base64url")}`;
    const [whole] = google.state.keys;
    const jwk = { ...short.publicKey.export({ format: "jwk" }), kid: "short", use: "sig" };
    google.state.keys = [{ ...whole, kid: "short", jwk }];
    const answer = await createBackend(deps).fetch(
      new Request(`https://slancio.example/wp-json/${SSO}`, {
        method: "POST",
        body: JSON.stringify(googleBody(token)),
      }),
    );
    google.state.keys = [whole];
    expect(code({ status: answer.status, json: await answer.json() })).toEqual(REFUSED);
  });

  test("the keys of a discovery document for another issuer are not accepted", async () => {
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

  test("Google's token for another person than requested is refused", async () => {
    expect(code(await tryGoogle({ sub: "one" }, { google_id: "another" }))).toEqual(REFUSED);
    expect((await tryGoogle({ sub: "one-self" }, { google_id: "one-self" })).status).toBe(200);
  });
});
