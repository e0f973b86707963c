import { NextRequest } from "next/server";
import { describe, expect, test, vi } from "vitest";
import { perLanguage } from "@/contract/languages";
import { readFault } from "@/lib/middleware/fault";
import { watchBackend } from "@/lib/middleware/reachable";
import { runSteps } from "@/lib/middleware/steps";
import { publish } from "@/lib/routes/published";
import middleware, { config } from "./middleware";

const SITE = "http://localhost:3000";
const soon = Math.floor(Date.now() / 1000) + 900;
const access = `access=e30.${Buffer.from(`{"exp":${soon}}`).toString("base64url")}.x`;
const expired = access.replace(/\.[^.]+\./, `.${Buffer.from('{"exp":1}').toString("base64url")}.`);

async function go(path: string, cookie = "") {
  const headers = cookie ? { Cookie: cookie } : undefined;
  const response = await middleware(new NextRequest(SITE + path, headers && { headers }));
  const location = response.headers.get("location")?.replace(SITE, "") ?? null;
  return { response, status: response.status, location };
}

describe("the guard", () => {
  test.each([
    ["/dashboard", "/login?next=%2Fdashboard"],
    ["/dashboard/", "/login?next=%2Fdashboard"],
    [
      "/dashboard/project/idea?a=1&b=2",
      "/login?next=%2Fdashboard%2Fproject%2Fidea%3Fa%3D1%26b%3D2",
    ],
    ["/en/dashboard", "/en/login?next=%2Fen%2Fdashboard"],
    ["/en/dashboard/evaluation/7", "/en/login?next=%2Fen%2Fdashboard%2Fevaluation%2F7"],
    ["/dashboardOLD", "/login?next=%2FdashboardOLD"],
    ["/dashboard?next=//evil.example", "/login?next=%2Fdashboard%3Fnext%3D%2F%2Fevil.example"],
  ])("without a session the guard redirects %s to %s", async (path, target) => {
    const { response, status, location } = await go(path);
    expect([status, location]).toEqual([307, target]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  test.each([
    ["/login", "/dashboard"],
    ["/registration", "/dashboard"],
    ["/en/login", "/en/dashboard"],
    ["/en/registration/", "/en/dashboard"],
    ["/login?next=/dashboard/project", "/dashboard/project"],
    ["/login?next=//evil.example", "/dashboard"],
    ["/en/login?next=https://evil.example", "/en/dashboard"],
  ])("with a session the guard redirects %s to %s", async (path, target) => {
    const { status, location } = await go(path, access);
    expect([status, location]).toEqual([307, target]);
  });

  test("with a session the private area and all other pages are open", async () => {
    for (const path of ["/dashboard", "/en/dashboard/project", "/", "/registration/confirm"]) {
      expect((await go(path, access)).location).toBeNull();
    }
  });

  test("without a session only the private area is closed", async () => {
    for (const path of ["/", "/login", "/en/registration", "/login/password-reset"]) {
      expect((await go(path)).location).toBeNull();
    }
  });

  test("an expired access token is renewed once before the page", async () => {
    const renewed = "/api/session/renew?next=%2Fen%2Fdashboard%3Fa%3D1";
    expect((await go("/en/dashboard?a=1", "refresh=r")).location).toBe(renewed);
    expect((await go("/en/dashboard?a=1", `${expired}; refresh=r`)).location).toBe(renewed);
    expect((await go("/en/dashboard?a=1", "refresh=r; renewal_failed=1")).location).toBeNull();
    expect((await go("/dashboard", expired)).location).toBe("/login?next=%2Fdashboard");
  });
});

describe("the staff area's short address", () => {
  test.each([
    ["/regia", "/dashboard/regia"],
    ["/regia/", "/dashboard/regia"],
    ["/en/regia", "/en/dashboard/regia"],
    ["/en/regia/candidature?state=sent", "/en/dashboard/regia/candidature?state=sent"],
  ])("%s redirects to %s, where the guard decides", async (path, target) => {
    for (const cookie of ["", access]) {
      const { status, location } = await go(path, cookie);
      expect([status, location]).toEqual([307, target]);
    }
    const next = `${path.startsWith("/en") ? "/en" : ""}/login?next=${encodeURIComponent(target)}`;
    expect((await go(target)).location).toBe(next);
  });

  test.each(["/regiaOLD", "/storie/regia", "//regia.example/"])(
    "%s is not the staff area's short path",
    async (path) => {
      expect((await go(path)).location ?? "").not.toContain("/dashboard/regia");
    },
  );
});

describe("impersonation", () => {
  const look = (until: number, rest = `${access}; signed_in=1`) => {
    const value = Buffer.from(JSON.stringify({ token: "see.x", until: new Date(until) }));
    return `${rest}; seeing=${value.toString("base64url")}`;
  };
  const [alive, over] = [look(soon * 1000), look(0)];
  /** Returns the Cookie header that a page receives from the middleware. */
  const drawnFrom = async (path: string, cookie: string) =>
    (await go(path, cookie)).response.headers.get("x-middleware-request-cookie");

  test("impersonation reaches the private area, and no staff page", async () => {
    expect(await drawnFrom("/en/dashboard/project", alive)).toContain("seeing=");
    for (const path of ["/dashboard/regia", "/en/dashboard/regia/candidature"]) {
      expect(await drawnFrom(path, alive)).toBe(`${access}; signed_in=1`);
    }
  });

  test("an expired or unreadable impersonation opens its own message page, and no other private page", async () => {
    for (const cookie of [over, `${access}; seeing=x`]) {
      const { response, status } = await go("/en/dashboard/edit-profile", cookie);
      const page = response.headers.get("x-middleware-rewrite");
      expect([status, page]).toEqual([403, `${SITE}/en/look-over`]);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    }
    for (const path of ["/", "/en/dashboard/regia"])
      expect((await go(path, over)).status).toBe(200);
    expect((await go("/dashboard", look(0, "a=b"))).location).toBe("/login?next=%2Fdashboard");
  });
});

describe("old URLs redirect to other sites", () => {
  const table = [
    ["/worklife-talk", "https://landing.example.org/it/worklife-talk"],
    ["/en/worklife-talk", "https://landing.example.org/en/worklife-talk"],
    ["/workshop", "https://landing.example.org/it/workshop"],
    ["/en/workshop", "https://landing.example.org/en/workshop"],
    ["/workshop-governance", "https://landing.example.org/it/workshop-governance"],
    ["/en/workshop-governance", "https://landing.example.org/en/workshop-governance"],
    ["/en/workshop-finanziamento", "https://landing.example.org/en/workshop-finanziamento"],
    ["/it", "https://main.example.org/"],
    ["/it/cookie-policy", "https://main.example.org/cookie-policy"],
    ["/tr", "https://turkiye.example.org/"],
  ] as const;

  test.each(table)(
    "the old URL %s redirects to %s, with and without slash and query",
    async (path, target) => {
      for (const [asked, expected] of [
        [path, target],
        [`${path}/`, target],
        [`${path}?utm_source=mail`, `${target}?utm_source=mail`],
        [`${path}/?utm_source=mail`, `${target}?utm_source=mail`],
      ] as const) {
        const { status, location } = await go(asked);
        expect([status, location]).toEqual([301, expected]);
      }
    },
  );

  test.each(["/workshops", "/workshop/x", "/italia", "/tr/x", "/workshop-finanziamento", "/en/tr"])(
    "%s is not an old URL",
    async (path) => {
      expect((await go(path)).status).not.toBe(301);
    },
  );
});

test("a file below a language prefix is not handled as a page", async () => {
  const passed = async (path: string) =>
    (await go(path)).response.headers.get("x-middleware-next") === "1";
  for (const path of ["/en/feed.xml", "/en/feed.json", "/en/call.ics"]) {
    expect(await passed(path)).toBe(true);
  }
  for (const path of ["/it/feed.xml", "/xx/feed.xml", "/it/call.ics", "/en/open-calls.json"])
    expect((await go(path)).status).toBe(404);
  expect(await go("/en/feed.xml/")).toMatchObject({ status: 308, location: "/en/feed.xml" });
});

describe("one address per page", () => {
  test.each([
    ["/en/", "/en"],
    ["/magazine/1/", "/magazine/1"],
    ["/academy//", "/academy"],
    ["//evil.example", "/evil.example"],
    ["/en//evil.example/", "/en/evil.example"],
    ["/login/?next=/dashboard", "/login?next=/dashboard"],
  ])("the page address %s redirects to %s", async (path, target) => {
    const { status, location } = await go(path);
    expect([status, location]).toEqual([308, target]);
  });
});

describe("language", () => {
  test("only / reads the locale cookie", async () => {
    const { response, status, location } = await go("/?a=1", "locale=en");
    expect([status, location]).toEqual([307, "/en?a=1"]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect((await go("/academy", "locale=en")).location).toBeNull();
    expect((await go("/", "locale=it")).location).toBeNull();
    expect((await go("/en", "locale=it")).location).toBeNull();
  });

  test("no middleware response sets a cookie", async () => {
    for (const path of ["/", "/en", "/academy", "/login"]) {
      expect((await go(path)).response.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe("personal pages have a policy with a per-response nonce", () => {
  test.each(["/login", "/en/registration/confirm", "/thankyou-page", "/login/password-reset"])(
    "the personal page %s has a policy with a nonce",
    async (path) => {
      const { response } = await go(path);
      const policy = response.headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /script-src 'self' 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic' 'sha256-[^']+';/,
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
      expect((await go(path)).response.headers.get("content-security-policy")).not.toBe(policy);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    },
  );

  test("a public page gets its policy from the cached page, without a nonce", async () => {
    expect((await go("/academy")).response.headers.get("content-security-policy")).toBeNull();
  });
});

test("an unknown middleware step is a configuration error with status 500", async () => {
  expect(() => runSteps(["guard", "nope"], { guard: () => null }, {})).toThrow(
    expect.objectContaining({ status: 500, message: "Unknown middleware nope" }),
  );
  expect(() => runSteps(["toString"], {}, {})).toThrow("Unknown middleware toString");
  vi.stubEnv("MIDDLEWARE", "guard, nope,locale");
  vi.resetModules();
  const log = vi.spyOn(console, "error").mockReturnValue();
  const { default: misconfigured } = await import("./middleware");
  const forged = { "X-Fault": "500 somebody%20else's%20words" };
  const response = await misconfigured(new NextRequest(`${SITE}/en/academy`, { headers: forged }));
  expect(response.status).toBe(500);
  expect(response.headers.get("x-middleware-rewrite")).toBe(`${SITE}/en/fault`);
  const told = response.headers.get("x-middleware-request-x-fault") ?? "";
  const shown = readFault(new Headers({ "X-Fault": told }));
  expect(shown).toEqual({ status: 500, message: "Unknown middleware nope" });
  expect(response.headers.get("content-security-policy")).toContain("'nonce-");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  // The middleware steps before the failing step still run, so a visitor without a session cannot open a private page.
  expect((await misconfigured(new NextRequest(`${SITE}/dashboard`))).status).toBe(307);
  log.mockRestore();
  vi.unstubAllEnvs();
});

test("outside of pages the middleware gets only URLs that can be malformed, and rejects malformed ones", async () => {
  const [, pattern = ""] = config.matcher;
  const matcher = new RegExp(`^${pattern}$`);
  for (const path of [
    "/wp-json/wp/v2/project/files/%E0%A4%A",
    "/api/pdf/%",
    "/og/%ff",
    "/wp-json/%zz",
  ]) {
    expect(path).toMatch(matcher);
    const { response, status } = await go(path);
    expect([path, status, (await response.json()).code]).toEqual([path, 404, "not_found"]);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
  expect((await go("/wp-json/wp/v2/citt%C3%A0")).response.headers.get("x-middleware-next")).toBe(
    "1",
  );
  expect("/wp-json/wp/v2/project/files/a%20b").not.toMatch(matcher);
});

test("a malformed image URL is a bad request, not a server error", async () => {
  const matcher = new RegExp(`^${config.matcher.at(-1)}$`);
  const picture = (url: string) => go(`/_next/image?url=${encodeURIComponent(url)}&w=64&q=75`);
  for (const url of ["/%", "/a%zz.png", "/%ff"]) {
    const { response, status } = await picture(url);
    expect([url, status]).toEqual([url, 400]);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
  expect((await go("/_next/image/?url=%2F%25")).status).toBe(400);
  for (const path of ["/_next/image", "/_next/image/"]) expect(path).toMatch(matcher);
  for (const url of ["https://cms.example.org/a%20b.jpg", "https://cms.example.org/100%.jpg"]) {
    expect((await picture(url)).response.headers.get("x-middleware-next")).toBe("1");
  }
});

test("the middleware does not match the API, Next's own files, or other files", async () => {
  const [pattern = ""] = config.matcher;
  const matcher = new RegExp(`^${pattern}$`);
  for (const path of [
    "/wp-json",
    "/wp-json/wp/v2/x",
    "/api/session",
    "/_next/static/x",
    "/b.pdf",
    "/policy/b.pdf",
  ]) {
    expect(path).not.toMatch(matcher);
  }
  for (const path of ["/", "/en", "/apiary", "/wp-jsonx", "/dashboard/project"]) {
    expect(path).toMatch(matcher);
  }
});

test("while the back end is down, a private page returns 503, and an open page continues to work", async () => {
  watchBackend(async () => false);
  const ask = (dest: string, path: string) =>
    middleware(
      new NextRequest(SITE + path, { headers: { Cookie: access, "Sec-Fetch-Dest": dest } }),
    );
  try {
    const page = await ask("document", "/en/dashboard/project/contact");
    expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(page.headers.get("x-middleware-rewrite")).toBe(`${SITE}/en/unavailable`);
    // While the back end is down, client navigation to the next step of the form still works, so the page keeps the
    // unsaved text.
    expect((await ask("empty", "/en/dashboard/project/contact")).status).toBe(200);
    expect((await ask("document", "/en/academy")).status).toBe(200);
  } finally {
    watchBackend(async () => true);
  }
});

test("a page that was published a moment ago is shown, although the list of pages lacks it", async () => {
  const known = { aliases: perLanguage(() => new Map()), refresh: async () => {} };
  const before = perLanguage(() => new Set<string>());
  const paths = perLanguage(() => new Set(["/magazine/nuovo"]));
  const later = { ...known, paths, at: Date.now(), refreshFor: async () => {} };
  const refreshFor = async () => publish(later);
  publish({ ...known, paths: before, at: Date.now(), refreshFor });
  const { headers } = await middleware(new NextRequest(`${SITE}/magazine/nuovo`));
  expect(headers.get("x-middleware-rewrite")).not.toMatch(/404|not-found|missing/);
  publish({ ...known, paths: before, at: Date.now(), refreshFor: async () => {} });
  const missing = await middleware(new NextRequest(`${SITE}/magazine/nuovo`));
  expect(missing.headers.get("x-middleware-rewrite")).not.toBe(headers.get("x-middleware-rewrite"));
});

test("a former address of an item redirects permanently to its current one, with the query", async () => {
  const aliases = perLanguage(() => new Map([["/magazine/prima", "/magazine/dopo"]]));
  const paths = perLanguage(() => new Set(["/magazine/dopo"]));
  publish({ paths, aliases, at: Date.now(), refresh: async () => {}, refreshFor: async () => {} });
  for (const prefix of ["", "/en"]) {
    const { status, location } = await go(`${prefix}/magazine/prima/?a=1`);
    expect([status, location]).toEqual([301, `${prefix}/magazine/dopo?a=1`]);
  }
  expect((await go("/magazine/dopo")).location).toBeNull();
});
