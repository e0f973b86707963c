import { beforeEach, describe, expect, test, vi } from "vitest";
import { endpoints } from "@/contract/api";
import { requestWhitepaper } from "@/contract/forms";
import { SITE, testGateway } from "@/tests/support/servers/gateway";
import { leavePreview } from "../../content/preview/preview";
import { isSafe } from "./origin";
import { signIn, signOut } from "./sign-in";

const { gateway, passed, ask, signedIn } = await testGateway();
const { cookie } = await signedIn();

const told = vi.spyOn(console, "warn").mockImplementation(() => undefined);
beforeEach(() => void told.mockClear());

/** Headers of a request from another site's page, as a browser or an attacker would send them. */
const FOREIGN: [string, Record<string, string>][] = [
  ["a form of another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }],
  ["a page of a sibling", { "Sec-Fetch-Site": "same-site", Origin: "https://a.slancio.example" }],
  ["a bookmark or a mail program", { "Sec-Fetch-Site": "none" }],
  ["a sandboxed frame", { Origin: "null" }],
  ["a sandboxed frame of a new browser", { "Sec-Fetch-Site": "cross-site", Origin: "null" }],
  ["an old browser elsewhere", { Origin: "https://evil.example" }],
  ["nobody in particular", {}],
  ["a Referer and nothing else", { Referer: `${SITE}/dashboard` }],
  ["a forwarded host", { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" }],
  ["a Host that fits its Origin", { Origin: "https://evil.example", Host: "evil.example" }],
];

/** Endpoints that return tokens. The gateway rejects every browser request to them (`use_session`). */
const UNANSWERED = /users\/(login|sso|passkeys\/login$)|\/see-as$/;
const CHANGING = [...new Set([...endpoints, requestWhitepaper])]
  .filter(({ method, path }) => !isSafe(method) && !UNANSWERED.test(path))
  .map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, crypto.randomUUID())] as const);

describe("every call that changes something, with the session's cookie", () => {
  test("the list contains many state-changing calls", () =>
    expect(CHANGING.length).toBeGreaterThan(20));

  test.each(CHANGING)("%s %s is accepted only from the site's own pages", async (method, path) => {
    const before = passed.length;
    for (const [who, headers] of FOREIGN) {
      const response = await ask(method, path, { cookie, headers, body: "{}" });
      expect([who, response.status], who).toEqual([who, 403]);
      expect((await response.json()).code).toBe("forbidden_origin");
    }
    expect(passed.length).toBe(before);
    const own = { "Sec-Fetch-Site": "same-origin" };
    const response = await ask(method, path, { cookie, headers: own, body: "" });
    expect(response.status === 403 && (await response.json()).code).not.toBe("forbidden_origin");
  });
});

test.each(FOREIGN)("%s cannot end a preview", async (_, headers) => {
  const form = new URLSearchParams({ type: "posts", slug: "a", lang: "it" });
  const left = await leavePreview(
    new Request(`${SITE}/api/preview`, { method: "POST", headers, body: form }),
  );
  expect([left?.status, left?.headers.getSetCookie()]).toEqual([403, []]);
});

describe("the site's own session route", () => {
  test.each(FOREIGN)("%s can neither sign a visitor in nor out", async (_, headers) => {
    for (const [method, act] of [
      ["POST", signIn],
      ["DELETE", signOut],
    ] as const) {
      const before = passed.length;
      const request = new Request(`${SITE}/api/session`, {
        method,
        headers: { ...headers, Cookie: cookie },
        ...(method === "POST" && { body: "{}" }),
      });
      const response = await act(request, gateway);
      expect(response.status).toBe(403);
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(passed.length).toBe(before);
    }
  });
});

describe("the log entry of a rejected request", () => {
  test("the log entry of a rejected request names the call and the claimed origin, but no query, body, or cookie", async () => {
    const headers = { Origin: "https://evil.example" };
    const path = "wp/v2/project?token=a-secret";
    await ask("POST", path, { cookie, headers, body: '{"password":"another"}' });
    await ask("POST", "wp/v2/users/login", { headers: { "Sec-Fetch-Site": "same-origin" } });
    const lines = told.mock.calls.map(([line]) => String(line));
    expect(lines).toEqual([
      'gateway: refused {"code":"forbidden_origin","method":"POST","path":"/wp-json/wp/v2/project","from":"https://evil.example"}',
      'gateway: refused {"code":"use_session","method":"POST","path":"/wp-json/wp/v2/users/login","from":"same-origin"}',
    ]);
  });

  test("a rejected request logs one short line, and an accepted request logs none", async () => {
    const path = `wp/v2/${"a".repeat(5000)}%0Aroot`;
    const headers = { Origin: `https://${"b".repeat(5000)}.example` };
    await ask("POST", path, { cookie, headers });
    const own = { "Sec-Fetch-Site": "same-origin" };
    await ask("POST", "wp/v2/project", { cookie, headers: own, body: "{}" });
    expect(told).toHaveBeenCalledTimes(1);
    const [[line]] = told.mock.calls as [[string]];
    expect(line.length).toBeLessThan(600);
    expect(line).not.toContain("\n");
  });
});
