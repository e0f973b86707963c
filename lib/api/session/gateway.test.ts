import { describe, expect, test, vi } from "vitest";
import { cookieOf, SITE, testGateway } from "@/tests/support/servers/gateway";
import { throughGateway } from "./gateway";

const bench = await testGateway();
const { ask, asked, signedIn, clock, passed, gateway } = bench;
const ME = "wp/v2/users/me/";
const REFRESH = "wp/v2/users/login/refresh";

/** Calls a function while the clock is set forward by some seconds. By default, the access tokens have then expired. */
async function later<T>(work: () => Promise<T>, seconds = 901): Promise<T> {
  const start = clock.now;
  clock.now = new Date(start.getTime() + seconds * 1000);
  try {
    return await work();
  } finally {
    clock.now = start;
  }
}

describe("a call with the session cookie", () => {
  test("a call with the session cookie gets its Bearer, and the response is private", async () => {
    const { cookie, email } = await signedIn();
    const response = await ask("GET", ME, { cookie });
    expect(response.status).toBe(200);
    expect((await response.json()).email).toBe(email);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("a call with the session cookie loses its own Authorization header", async () => {
    const { cookie, email } = await signedIn();
    const headers = { "Sec-Fetch-Site": "same-origin", Authorization: "Bearer somebody.else" };
    const response = await ask("GET", ME, { cookie, headers });
    expect((await response.json()).email).toBe(email);
  });

  test("100 parallel calls with an expired access token: one refresh, new cookies on all", async () => {
    const { cookie } = await signedIn();
    const before = asked(REFRESH);
    const responses = await later(() =>
      Promise.all(Array.from({ length: 100 }, () => ask("GET", ME, { cookie }))),
    );
    expect(asked(REFRESH) - before).toBe(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const cookies = new Set(responses.map(cookieOf));
    expect(cookies.size).toBe(1);
    expect([...cookies][0]).toMatch(/^__Host-access=[^;]+; __Host-refresh=[^;]+; signed_in=1$/);
    expect([...cookies][0]).not.toBe(cookie);
  });

  test("a late call with the old cookies gets the same new tokens", async () => {
    const { cookie } = await signedIn();
    await later(async () => {
      const first = cookieOf(await ask("GET", ME, { cookie }));
      expect(cookieOf(await ask("GET", ME, { cookie }))).toBe(first);
    });
  });

  test("a call without the access cookie, which expires after 15 minutes, is refreshed", async () => {
    const { cookie } = await signedIn();
    const refreshOnly = cookie.split("; ").find((pair) => pair.startsWith("__Host-refresh"));
    const response = await ask("GET", ME, { cookie: refreshOnly ?? "" });
    expect(response.status).toBe(200);
    expect(cookieOf(response)).toContain("__Host-access=");
  });

  test("a token that looks valid but is refused: one refresh, and the call is retried with its body", async () => {
    const { cookie } = await signedIn();
    const forged = `e30.${Buffer.from('{"exp":9999999999}').toString("base64url")}.x`;
    const broken = cookie.replace(/__Host-access=[^;]+/, `__Host-access=${forged}`);
    const body = JSON.stringify({ newsletter: true });
    const response = await ask("POST", ME, { cookie: broken, body });
    expect(response.status).toBe(200);
    expect((await response.json()).newsletter).toBe(true);
    expect(cookieOf(response)).toContain("__Host-access=");
  });

  test("a refused refresh ends the session in the browser; public calls are still answered", async () => {
    const cookie = "__Host-refresh=never-given; signed_in=1";
    const response = await ask("GET", ME, { cookie });
    expect(response.status).toBe(401);
    const cleared = response.headers.getSetCookie();
    expect(cleared).toHaveLength(3);
    for (const value of cleared) expect(value).toContain("Max-Age=0");
    expect((await ask("GET", "", { cookie })).status).toBe(200);
  });

  test.each([
    ["answers 503", async () => Response.json({ code: "unavailable" }, { status: 503 })],
    [
      "cannot be reached",
      async () => {
        throw new TypeError("fetch failed");
      },
    ],
  ])("a back end that %s never ends a session", async (_, send) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const cookie = "__Host-refresh=some-token; signed_in=1";
    const response = await ask("GET", ME, { cookie }, { send });
    expect(response.status).toBe(503);
    expect((await response.json()).code).toBe("unavailable");
    expect(response.headers.get("retry-after")).toBe("5");
    expect(response.headers.getSetCookie()).toEqual([]);
    log.mockRestore();
  });
});

describe("state-changing cookie calls need to come from the site", () => {
  const OWN = SITE;
  const cases: [string, Record<string, string>, number][] = [
    ["same-origin", { "Sec-Fetch-Site": "same-origin" }, 200],
    ["same-site", { "Sec-Fetch-Site": "same-site" }, 403],
    ["cross-site", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["none", { "Sec-Fetch-Site": "none" }, 403],
    ["cross-site beats Origin", { "Sec-Fetch-Site": "cross-site", Origin: OWN }, 403],
    ["own Origin", { Origin: OWN }, 200],
    ["own Origin with a slash", { Origin: `${OWN}/` }, 403],
    ["another Origin", { Origin: "https://evil.example" }, 403],
    ["a subdomain", { Origin: "https://a.slancio.example" }, 403],
    ["another port", { Origin: `${OWN}:8443` }, 403],
    ["plain http", { Origin: "http://slancio.example" }, 403],
    ["Origin: null", { Origin: "null" }, 403],
    ["no origin header", {}, 403],
    ["only a Referer", { Referer: `${OWN}/dashboard` }, 403],
    [
      "the request's own host, unless configured",
      { Origin: "https://x.example", Host: "x.example" },
      403,
    ],
  ];
  test.each(cases)(
    "a state-changing call is accepted or refused by its origin: %s",
    async (_, headers, status) => {
      const { cookie } = await signedIn();
      const body = JSON.stringify({ newsletter: true });
      const response = await ask("POST", ME, { cookie, headers, body });
      expect(response.status).toBe(status);
      if (status === 403) expect((await response.json()).code).toBe("forbidden_origin");
    },
  );

  test("a preview deployment can accept its own host as the site's origin", async () => {
    const { cookie } = await signedIn();
    const headers = { Origin: "https://preview.example", Host: "preview.example" };
    const body = JSON.stringify({ newsletter: true });
    const using = { acceptOwnHost: true };
    expect((await ask("POST", ME, { cookie, headers, body }, using)).status).toBe(200);
    const other = { Origin: "https://evil.example", Host: "preview.example" };
    expect((await ask("POST", ME, { cookie, headers: other, body }, using)).status).toBe(403);
  });

  test("a read request needs no origin headers", async () => {
    const { cookie } = await signedIn();
    const headers = { "Sec-Fetch-Site": "cross-site" };
    expect((await ask("GET", ME, { cookie, headers })).status).toBe(200);
  });
});

describe("tokens stay behind the gateway", () => {
  test.each([
    "wp/v2/users/login",
    "wp/v2/users/login/",
    "wp/v2/users/%6Cogin",
    "wp/v2//users/login",
    "WP/V2/users/Login",
    "wp/v2/users/login/refresh",
    "wp/v2/users/login/refresh/",
    "wp/v2/users/login/invitation",
    "wp/v2/users/login/%69nvitation/",
    "wp/v2/users/passkeys/login",
    "wp/v2/users/login/second-factor",
    "wp/v2/users/sso",
    "wp/v2/users/sso/",
    "wp/v2/users/sso/?lang=en",
    "wp/v2/staff/applications/1/see-as",
  ])("a browser cannot ask %s", async (path) => {
    const before = passed.length;
    for (const site of ["same-origin", "cross-site", "none"]) {
      const response = await ask("POST", path, { headers: { "Sec-Fetch-Site": site }, body: "{}" });
      expect(response.status).toBe(403);
      expect((await response.json()).code).toBe("use_session");
    }
    expect(passed.length).toBe(before);
  });

  test("no response to a session's calls contains a token", async () => {
    const { cookie } = await signedIn();
    const tokens = [...cookie.matchAll(/__Host-\w+=([^;]+)/g)].map(([, token]) => token ?? "");
    expect(tokens).toHaveLength(3);
    for (const path of [
      ME,
      "wp/v2/users/me/sessions",
      "wp/v2/project",
      "wp/v2/projects",
      "",
      "nope",
    ]) {
      const text = await (await ask("GET", path, { cookie })).text();
      for (const token of tokens) expect(text).not.toContain(token);
      expect(text).not.toContain('access_token":');
    }
  });
});

describe("a call without a session", () => {
  test("a call without a session keeps its own Authorization", async () => {
    const { token, email } = await bench.makeUser();
    const headers = { Authorization: `Bearer ${token}` };
    const response = await ask("GET", ME, { headers });
    expect((await response.json()).email).toBe(email);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.getSetCookie()).toEqual([]);
    const body = JSON.stringify({ newsletter: true });
    expect((await ask("POST", ME, { headers, body })).status).toBe(200);
  });

  test("a program without a session can request tokens", async () => {
    const response = await ask("POST", "wp/v2/users/login", { headers: {}, body: "{}" });
    expect(response.status).toBe(422);
  });

  test("the base answers with and without its trailing slash", async () => {
    for (const address of [`${SITE}/wp-json`, `${SITE}/wp-json/`]) {
      const response = await throughGateway(new Request(address), gateway);
      expect(response.status).toBe(200);
      expect((await response.json()).namespaces).toContain("wp/v2");
    }
  });

  test("a call gets 503 in the contract's shape when the back end cannot be reached", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const send = () => Promise.reject(new TypeError("fetch failed"));
    const response = await ask("GET", ME, {}, { send });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ code: "unavailable", data: { status: 503 } });
    log.mockRestore();
  });
});
