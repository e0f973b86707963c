import { eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { SESSION_DAYS_MAX } from "@/contract/limits";
import { REFRESH_TOKEN_SECONDS } from "@/contract/users/user-schemas";
import { peopleOf } from "@/tests/support/people/people";
import { testBackend } from "@/tests/support/servers/backend";
import { refreshTokens, sessions, users } from "../../db/schema/accounts";

const bench = await testBackend();
const { api, db, clock, deps } = bench;
const notifyMailWorker = vi.spyOn(deps, "notifyMailWorker");
const { signUp } = peopleOf(bench);
const start = clock.now;

function refresh(token: string) {
  return api("POST", "wp/v2/users/login/refresh", { body: { refresh_token: token } });
}

function at(seconds: number) {
  clock.now = new Date(start.getTime() + seconds * 1000);
}

/** Signs in at second 0 of the test's clock. */
async function signedIn() {
  at(0);
  return signUp();
}

async function familyOf(email: string) {
  return db
    .select({ token: refreshTokens, session: sessions })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(users.email, email));
}

describe("refresh tokens", () => {
  test("a refresh token is exchanged for a valid new pair", async () => {
    const { refreshToken } = await signedIn();
    const { status, json } = await refresh(refreshToken);
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: "Bearer", expires_in: 900 });
    expect(json.refresh_token).not.toBe(refreshToken);
    const me = await api("GET", "wp/v2/users/me/", { token: json.access_token });
    expect(me.status).toBe(200);
  });

  test("refresh tokens end with the session's last day, even if exchanged regularly", async () => {
    let { refreshToken } = await signedIn();
    const every = 29 * 86_400;
    let seconds = every;
    for (; seconds < SESSION_DAYS_MAX * 86_400; seconds += every) {
      at(seconds);
      const { status, json } = await refresh(refreshToken);
      expect([seconds, status]).toEqual([seconds, 200]);
      refreshToken = json.refresh_token;
    }
    at(SESSION_DAYS_MAX * 86_400);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  test("refresh tokens are stored as hashes only", async () => {
    const { email, refreshToken } = await signedIn();
    const { json } = await refresh(refreshToken);
    const stored = JSON.stringify(await familyOf(email));
    expect(stored).not.toContain(refreshToken);
    expect(stored).not.toContain(json.refresh_token);
  });

  test("200 parallel refreshes get the same successor, and exactly one is stored", async () => {
    const { email, refreshToken } = await signedIn();
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(refreshToken)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1);
    expect(await familyOf(email)).toHaveLength(2);
  });

  test("a repeated refresh within 30 seconds gets the same successor", async () => {
    const { refreshToken } = await signedIn();
    const first = await refresh(refreshToken);
    at(30);
    const second = await refresh(refreshToken);
    expect([second.status, second.json.refresh_token]).toEqual([200, first.json.refresh_token]);
  });

  test("a repeated refresh after 31 seconds ends the whole session", async () => {
    const { email, refreshToken } = await signedIn();
    const { json } = await refresh(refreshToken);
    at(31);
    notifyMailWorker.mockClear();
    const stolen = await refresh(refreshToken);
    expect([stolen.status, stolen.json.code]).toEqual([401, "invalid_token"]);
    expect((await refresh(json.refresh_token)).status).toBe(401);
    expect((await api("GET", "wp/v2/users/me/", { token: json.access_token })).status).toBe(401);
    expect((await familyOf(email))[0]?.session.revokedAt).toEqual(clock.now);
    expect(notifyMailWorker).toHaveBeenCalled();
  });

  test("an instance with the secrets in another order finds the stored successor", async () => {
    const { email, refreshToken } = await signedIn();
    const { TOKEN_SECRET: own } = deps.config;
    const other = "another secret of the tests, long enough to be one";
    const first = await refresh(refreshToken);
    Object.assign(deps.config, { TOKEN_SECRET: other, TOKEN_SECRET_PREVIOUS: own });
    const second = await refresh(refreshToken);
    Object.assign(deps.config, { TOKEN_SECRET: own, TOKEN_SECRET_PREVIOUS: other });
    const third = await refresh(refreshToken);
    Object.assign(deps.config, { TOKEN_SECRET_PREVIOUS: undefined });
    const given = [first, second, third].map(({ json }) => json.refresh_token);
    expect(new Set(given)).toEqual(new Set([first.json.refresh_token]));
    expect(await familyOf(email)).toHaveLength(2);
  });

  test("a copied refresh token does not affect the account's other sessions", async () => {
    const { email, refreshToken } = await signedIn();
    const { login } = peopleOf(bench);
    const other = (await login(email)).json;
    await refresh(refreshToken);
    at(31);
    await refresh(refreshToken);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test("each refresh token is valid for 30 days from its creation", async () => {
    const { refreshToken } = await signedIn();
    at(REFRESH_TOKEN_SECONDS - 1);
    const { status, json } = await refresh(refreshToken);
    expect(status).toBe(200);
    at(2 * REFRESH_TOKEN_SECONDS - 2);
    const next = await refresh(json.refresh_token);
    expect(next.status).toBe(200);
    at(4 * REFRESH_TOKEN_SECONDS);
    expect((await refresh(next.json.refresh_token)).json.code).toBe("invalid_token");
  });

  test("a refresh token of an ended session or a deactivated account is refused", async () => {
    const out = await signedIn();
    const logout = await api("POST", "wp/v2/users/logout", { token: out.token });
    expect(logout.status).toBe(204);
    expect((await refresh(out.refreshToken)).json.code).toBe("invalid_token");
    expect((await api("GET", "wp/v2/users/me/", { token: out.token })).status).toBe(401);
    const gone = await signedIn();
    await db.update(users).set({ deactivatedAt: start }).where(eq(users.email, gone.email));
    expect((await refresh(gone.refreshToken)).status).toBe(401);
    expect((await api("GET", "wp/v2/users/me/", { token: gone.token })).status).toBe(401);
  });

  test.each(["", "nothing", "\u0000", "x".repeat(2048)])(
    "the refresh token %j is refused",
    async (token) => {
      expect((await refresh(token)).json.code).toBe("invalid_token");
    },
  );
});
