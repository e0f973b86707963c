import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileWord } from "@/tests/support/made-files/hostile";
import {
  code,
  facebookBody,
  googleBody,
  REFUSED,
  SSO,
  socialBench,
} from "@/tests/support/people/social";
import { createBackend } from "../../app";
import { rateLimits, users } from "../../db/schema/accounts";
import { outbox } from "../../db/schema/mail";

const { api, db, deps, clock, google, facebook, state, ...people } = await socialBench();
const { mailsTo, tryGoogle, tryFacebook, me } = people;

describe("tokens of several providers", () => {
  test("a token of one provider is refused under the other's name", async () => {
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

  test("the same subject at two providers opens two accounts", async () => {
    const sub = crypto.randomUUID();
    const one = await me((await tryGoogle({ sub })).json.access_token);
    const token = facebook.accessToken({ user_id: sub });
    expect((await me((await tryFacebook(token)).json.access_token)).id).not.toBe(one.id);
  });

  test.each(["", "{", "[]", '"text"', "null", "7", '{"id_token":{}}', '{"id_token":"a.b"}'])(
    "a malformed token is refused: %s",
    async (access_token) => {
      for (const provider of ["google", "facebook"]) {
        const answer = await api("POST", SSO, { body: { provider, access_token } });
        expect(code(answer)).toEqual(REFUSED);
      }
    },
  );

  test("500 hostile payloads are refused without a server error", { timeout: 60_000 }, async () => {
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

  test.each(["down", "silent"] as const)(
    "a provider that is %s causes a 503 with Retry-After",
    async (mood) => {
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
    },
  );
});

describe("a session opened through a provider", () => {
  test("a session opened through a provider ends by our rules and then requires a new token", async () => {
    const sub = crypto.randomUUID();
    const start = clock.now;
    const { json } = await tryGoogle({ sub });
    const refresh = (refresh_token: string) =>
      api("POST", "wp/v2/users/login/refresh", { body: { refresh_token } });
    clock.now = new Date(start.getTime() + 29 * 86_400_000);
    const next = await refresh(json.refresh_token);
    expect(next.status).toBe(200);
    clock.now = new Date(start.getTime() + 60 * 86_400_000);
    expect((await refresh(next.json.refresh_token)).json.code).toBe("invalid_token");
    expect((await tryGoogle({ sub })).status).toBe(200);
  });
});

describe("a deactivated account of a provider", () => {
  test("a deactivated account is reported only to its own provider's sign-in", async () => {
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

describe("limits of sign-ins through providers", () => {
  test("refused provider tokens count per IP address, and valid ones per person", async () => {
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

  test("a sign-in through a provider from a new device is reported by email", async () => {
    const sub = crypto.randomUUID();
    const { email } = await me((await tryGoogle({ sub })).json.access_token);
    const body = googleBody(await google.idToken({ sub }, { now: clock.now }));
    const headers = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0" };
    expect((await api("POST", SSO, { body, headers })).status).toBe(200);
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["new_device"]);
    await db.delete(outbox).where(and(eq(outbox.recipient, email)));
  });
});
