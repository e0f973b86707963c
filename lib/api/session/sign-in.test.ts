import { describe, expect, test, vi } from "vitest";
import { appHoldersOf } from "@/tests/support/people/app-holder";
import { PASSWORD, peopleOf } from "@/tests/support/people/people";
import { cookieOf, SITE, testGateway } from "@/tests/support/servers/gateway";
import { renew } from "./renew";
import { signIn, signOut } from "./sign-in";

const bench = await testGateway();
await bench.makeEdition();
const holders = appHoldersOf(bench);
const { gateway, signedIn, ask, clock } = bench;
const SAME = { "Sec-Fetch-Site": "same-origin" };

function post(body: unknown, headers: Record<string, string> = SAME) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return signIn(
    new Request(`${SITE}/api/session`, { method: "POST", headers, body: text }),
    gateway,
  );
}

function leave(cookie: string, headers: Record<string, string> = SAME, using = gateway) {
  const given = { ...headers, Cookie: cookie };
  return signOut(new Request(`${SITE}/api/session`, { method: "DELETE", headers: given }), using);
}

describe("opening a session", () => {
  test("opening a session returns the User and stores the tokens in httpOnly cookies", async () => {
    const { email } = await signedIn();
    const response = await post({ email, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const cookies = response.headers.getSetCookie();
    const flags = "Path=/; Max-Age=";
    expect(cookies[0]).toMatch(
      new RegExp(`^__Host-access=.+; ${flags}900; SameSite=Lax; HttpOnly; Secure$`),
    );
    expect(cookies[1]).toMatch(
      new RegExp(`^__Host-refresh=.+; ${flags}2592000; SameSite=Lax; HttpOnly; Secure$`),
    );
    expect(cookies[2]).toBe("signed_in=1; Path=/; Max-Age=2592000; SameSite=Lax; Secure");
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ email, roles: ["applicant"] });
    for (const cookie of cookies.slice(0, 2)) {
      expect(text).not.toContain(cookie.split(";")[0]?.split("=")[1]);
    }
  });

  test("session cookies have no prefix over plain http", async () => {
    const { email } = await signedIn();
    const body = JSON.stringify({ email, password: PASSWORD });
    const request = new Request(`${SITE}/api/session`, { method: "POST", headers: SAME, body });
    const response = await signIn(request, { ...gateway, secure: false });
    const [access, refresh] = response.headers.getSetCookie();
    expect(access).toMatch(/^access=[^;]+; Path=\/; Max-Age=900; SameSite=Lax; HttpOnly$/);
    expect(refresh).toMatch(/^refresh=/);
  });

  test("a sign-in sets a device cookie, which the browser keeps", async () => {
    const { email } = await signedIn();
    const mark = (response: Response) =>
      response.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-device="));
    const first = mark(await post({ email, password: PASSWORD })) ?? "";
    expect(first).toMatch(
      /^__Host-device=[\w-]{22}; Path=\/; Max-Age=34560000; SameSite=Lax; HttpOnly; Secure$/,
    );
    const [kept = ""] = first.split(";");
    const again = await post({ email, password: PASSWORD }, { ...SAME, Cookie: kept });
    expect(mark(again)).toBe(first);
    const forged = await post(
      { email, password: PASSWORD },
      { ...SAME, Cookie: "__Host-device=<script>" },
    );
    expect(mark(forged)).toMatch(/^__Host-device=[\w-]{22};/);
  });

  test("a sign-in that needs a code is a next step without a session, and no refusal in the console", async () => {
    const { email } = await holders.appHolder();
    const response = await post({ email, password: PASSWORD });
    expect([response.status, response.headers.getSetCookie()]).toEqual([202, []]);
    const { code, data } = await response.json();
    expect([code, typeof data.challenge]).toEqual(["second_factor_required", "string"]);
    const wrong = await post({ challenge: data.challenge, code: "000000" });
    expect([wrong.ok, wrong.headers.getSetCookie()]).toEqual([false, []]);
  });

  test.each<[string, unknown, number, string]>([
    [
      "a wrong password",
      { email: "nobody@example.org", password: "wrong" },
      401,
      "invalid_credentials",
    ],
    ["no password", { email: "nobody@example.org" }, 422, "invalid_fields"],
    ["no JSON", "{", 400, "not_json"],
    ["a provider without keys", { provider: "google", access_token: "{}" }, 503, "unavailable"],
    ["far too much", { email: "a".repeat(70_000), password: "x" }, 413, "too_large"],
  ])("%s keeps the back end's code and sets nothing", async (_, body, status, code) => {
    const response = await post(body);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("an invitation link and a first password open a session in cookies", async () => {
    const { email, token } = await peopleOf(bench).invite();
    const elsewhere = await post(
      { token, password: PASSWORD, answer: { answer: "yes" } },
      { "Sec-Fetch-Site": "cross-site" },
    );
    expect(elsewhere.status).toBe(403);
    const response = await post({ token, password: PASSWORD, answer: { answer: "yes" } });
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ email, roles: ["applicant", "evaluator"] });
    const cookies = response.headers.getSetCookie();
    expect(cookies[0]).toMatch(/^__Host-access=.+HttpOnly; Secure$/);
    for (const cookie of cookies.slice(0, 2)) {
      expect(text).not.toContain(cookie.split(";")[0]?.split("=")[1]);
    }
    const again = await post({ token, password: PASSWORD, answer: { answer: "yes" } });
    expect([again.status, (await again.json()).code]).toEqual([410, "token_expired"]);
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  test.each<[string, Record<string, string>, number]>([
    ["a page of the site", SAME, 401],
    ["a page of another site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["a form of another site", { Origin: "https://evil.example" }, 403],
    ["a sandboxed frame", { Origin: "null" }, 403],
    ["a program", {}, 401],
  ])(
    "a sign-in from %s is accepted only from the site or a program",
    async (_, headers, status) => {
      const response = await post({ email: "nobody@example.org", password: "wrong" }, headers);
      expect(response.status).toBe(status);
    },
  );

  test("opening a session ends the browser's earlier session, also another user's", async () => {
    const before = await signedIn();
    const { email } = await signedIn();
    const headers = { ...SAME, Cookie: before.cookie };
    const response = await post({ email, password: PASSWORD }, headers);
    expect(response.status).toBe(200);
    const me = (cookie: string) => ask("GET", "wp/v2/users/me/", { cookie });
    expect((await me(before.cookie)).status).toBe(401);
    expect((await me(cookieOf(response))).status).toBe(200);
  });

  test("with a session, another session can be opened only from the site's own pages", async () => {
    const { cookie, email } = await signedIn();
    const headers = { Cookie: cookie };
    expect((await post({ email, password: PASSWORD }, headers)).status).toBe(403);
  });
});

describe("closing a session", () => {
  test("closing a session revokes it and deletes the cookies", async () => {
    const { cookie } = await signedIn();
    const response = await leave(cookie);
    expect(response.status).toBe(204);
    for (const value of response.headers.getSetCookie()) expect(value).toContain("Max-Age=0");
    expect((await ask("GET", "wp/v2/users/me/", { cookie })).status).toBe(401);
  });

  test("closing a session works with an expired access token", async () => {
    const { cookie } = await signedIn();
    const start = clock.now;
    clock.now = new Date(start.getTime() + 901_000);
    await leave(cookie);
    clock.now = start;
    expect((await ask("GET", "wp/v2/users/me/", { cookie })).status).toBe(401);
  });

  test("closing a session deletes the cookies even when the back end fails", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { cookie } = await signedIn();
    const send = () => Promise.reject(new TypeError("fetch failed"));
    const response = await leave(cookie, SAME, { ...gateway, send });
    expect(response.status).toBe(204);
    expect(response.headers.getSetCookie()).toHaveLength(3);
    log.mockRestore();
  });

  test("another site cannot sign a user out, and signing out without a session succeeds", async () => {
    const { cookie } = await signedIn();
    expect((await leave(cookie, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
    expect((await ask("GET", "wp/v2/users/me/", { cookie })).status).toBe(200);
    expect((await leave("")).status).toBe(204);
  });
});

describe("renewing on the way to a page", () => {
  function go(next: string, cookie: string, using = gateway) {
    const address = `${SITE}/api/session/renew?${new URLSearchParams({ next })}`;
    return renew(new Request(address, { headers: { Cookie: cookie } }), using);
  }

  test("renewing a session redirects back to the page with new tokens", async () => {
    const { cookie } = await signedIn();
    const response = await go("/en/dashboard/project?a=1", cookie);
    expect([response.status, response.headers.get("location")]).toEqual([
      307,
      "/en/dashboard/project?a=1",
    ]);
    expect((await ask("GET", "wp/v2/users/me/", { cookie: cookieOf(response) })).status).toBe(200);
  });

  test("renewing an ended session redirects to the sign-in page in the page's language", async () => {
    const response = await go("/en/dashboard", "__Host-refresh=never-given");
    expect(response.headers.get("location")).toBe("/en/login?next=%2Fen%2Fdashboard");
    for (const value of response.headers.getSetCookie()) expect(value).toContain("Max-Age=0");
  });

  test("renewing with an unreachable back end redirects back, keeps the cookies, and does not loop", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const send = () => Promise.reject(new TypeError("fetch failed"));
    const response = await go("/dashboard", "__Host-refresh=some", { ...gateway, send });
    expect(response.headers.get("location")).toBe("/dashboard");
    expect(response.headers.getSetCookie()).toEqual([
      "renewal_failed=1; Path=/; Max-Age=10; SameSite=Lax; HttpOnly; Secure",
    ]);
    log.mockRestore();
  });

  test("renewing a session never redirects to another site", async () => {
    const { cookie } = await signedIn();
    const response = await go("//evil.example/dashboard", cookie);
    expect(response.headers.get("location")).toBe("/dashboard");
  });
});
