import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";
import { newAccount, signIn } from "../../support/browser/visitors";

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
};

const WITH_POPUPS = { "cross-origin-opener-policy": "same-origin-allow-popups" };

test("a public page is cacheable without cookies and runs only its own scripts", async ({
  page,
  path,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const response = await openReady(page, path("/"));
  const headers = (await response?.allHeaders()) ?? {};
  expect(headers).toMatchObject(EVERYWHERE);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["cache-control"]).toContain("s-maxage");
  expect(headers["cache-control"]).toMatch(/stale-while-revalidate=\d{1,4}$/);
  expect(headers["x-accel-expires"]).toBe("10");
  const policy = headers["content-security-policy"] ?? "";
  const consented = process.env.THIRD_PARTIES_URL ?? "";
  expect(policy.replaceAll(` ${consented}`, "")).toMatch(
    /script-src 'self'( 'sha256-[A-Za-z0-9+/]{43}=')+;/,
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
  expect(violations).toEqual([]);
  // The menu also opens without scripts. Only the attribute `aria-expanded` shows that the page is hydrated.
  const button = page.getByRole("banner").getByRole("button");
  await button.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "true");
});

test("a browser that already has a page gets 304, and its data for navigations have no ETag of the page", async ({
  request,
  path,
}) => {
  for (const address of [path("/"), path("/academy"), path("/magazine/1")]) {
    const { etag = "" } = (await request.get(address)).headers();
    expect(etag, address).toMatch(/^(W\/)?"[\w-]{22}"$/);
    const again = await request.get(address, { headers: { "If-None-Match": etag } });
    expect([address, again.status(), (await again.body()).length]).toEqual([address, 304, 0]);
    expect(again.headers()).toMatchObject({ ...EVERYWHERE, etag });
    // Compressing the page for a response without a body would be wasted.
    expect(again.headers()["content-encoding"], address).toBeUndefined();
    const data = await request.get(`${address}?_rsc=1`, { headers: { RSC: "1" } });
    expect(data.headers().etag, address).not.toBe(etag);
  }
});

test("scripts injected into a page do not run", async ({ page, path, allowConsole }) => {
  allowConsole(/Content Security Policy|ERR_|404/);
  for (const address of ["/", "/login"]) {
    await openReady(page, path(address));
    const ran = await page.evaluate(async () => {
      const written = document.createElement("div");
      written.innerHTML = '<img src="/nothing.png" onerror="window.intruder = true">';
      const failed = new Promise((resolve) =>
        written.firstChild?.addEventListener("error", resolve),
      );
      document.body.append(written);
      await failed;
      return "intruder" in window;
    });
    expect(ran, address).toBe(false);
  }
});

test("each kind of response forbids framing and sniffing, and private ones forbid caching", async ({
  page,
  path,
}) => {
  const visitor = page.request;
  const fetch = (method: string, address: string, headers = {}, data?: string) =>
    visitor.fetch(address, { method, headers, maxRedirects: 0, ...(data && { data }) });
  const home = await (await fetch("GET", path("/"))).text();
  const style = /href="(\/_next\/static\/[^"]+\.css)[^"]*"/.exec(home)?.[1];
  const script = /src="(\/_next\/static\/[^"]+\.js)[^"]*"/.exec(home)?.[1];
  expect([style, script]).not.toContain(undefined);

  const OPEN: [method: string, address: string, status: number, data?: string][] = [
    ["GET", path("/"), 200],
    ["GET", path("/academy"), 200],
    ["GET", path("/nothing/here"), 404],
    ["GET", path("/magazine/no-such-article"), 404],
    ["GET", path("/academy/"), 308],
    ["GET", path("/worklife-talk"), 301],
    ["GET", style ?? "", 200],
    ["GET", script ?? "", 200],
    ["GET", path("/feed.xml"), 200],
    ["GET", "/feed.json", 200],
    ["GET", "/mark.svg", 200],
    ["GET", "/policy/privacy-notice-it.pdf", 200],
    ["GET", "/sitemap.xml", 200],
    ["GET", "/robots.txt", 200],
    ["GET", "/nothing.txt", 404],
    ["GET", path("/evento/due-rive/calendar"), 200],
    ["GET", "/_next/static/chunks/of-another-build.js", 404],
    ["GET", "/_next/image?url=https%3A%2F%2Fevil.example%2Fa.png&w=64&q=75", 400],
    ["GET", "/wp-json/", 200],
    ["GET", "/wp-json/wp/v2/posts?per_page=1", 200],
    ["GET", "/api/health", 200],
    ["GET", "/api/revalidate", 405],
  ];
  const PRIVATE: typeof OPEN = [
    ["GET", "/api/time", 204],
    ["GET", "/api/third-parties", 200],
    ["GET", "/api/captcha", 200],
    ["GET", path("/login"), 200],
    ["GET", path("/login/password-reset?token=x"), 200],
    ["GET", path("/dashboard"), 307],
    ["GET", "/api/session/renew?next=//evil.example", 307],
    ["GET", "/wp-json/wp/v2/users/me/", 401],
    ["GET", "/wp-json/wp/v2/nothing", 404],
    ["GET", "/wp-json/wp/v2/project/files/%E0%A4%A", 404],
    ["POST", "/wp-json/wp/v2/users/confirm", 400, "{"],
    ["POST", "/wp-json/wp/v2/users/confirm", 410, '{"token":"x"}'],
    ["POST", "/wp-json/wp/v2/users/login", 422, "{}"],
    ["POST", "/api/session", 403, "{}"],
  ];
  const SIGNED_IN: typeof OPEN = [
    ["GET", path("/dashboard"), 200],
    ["GET", path("/dashboard/edit-profile"), 200],
    ["GET", path("/dashboard/evaluation"), 404],
    ["GET", path("/login"), 307],
    ["GET", "/wp-json/wp/v2/users/me/", 200],
    ["GET", "/wp-json/wp/v2/users/me/export", 200],
    ["GET", "/wp-json/wp/v2/projects", 403],
    ["POST", "/wp-json/wp/v2/users/me/", 403, "{}"],
  ];
  async function look(table: typeof OPEN, isPrivate: boolean) {
    for (const [method, address, status, data] of table) {
      // Send data as a page of another site would. The refused response must also have all security headers.
      const from = data
        ? { Origin: address === "/api/session" ? "null" : "https://evil.example" }
        : {};
      const answer = await fetch(method, address, from, data);
      expect([address, answer.status()]).toEqual([address, status]);
      const headers = answer.headers();
      const popups = headers["cross-origin-opener-policy"] === "same-origin" ? {} : WITH_POPUPS;
      expect(headers, address).toMatchObject({ ...EVERYWHERE, ...popups });
      expect(headers["permissions-policy"], address).toContain("camera=()");
      const type = headers["content-type"] ?? "";
      if ((await answer.body()).length > 0) expect(type, address).toMatch(/^[a-z]+\/[\w.+-]+/);
      if (/^text\/|[/+]xml|javascript/.test(type)) {
        expect(type, address).toMatch(/; ?charset=utf-8$/i);
      }
      // The site under test uses plain http, so it must not send HSTS.
      expect(headers["strict-transport-security"], address).toBeUndefined();
      expect(headers["x-powered-by"], address).toBeUndefined();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy, address).toContain("frame-ancestors 'none'");
      if (status === 404) expect(headers["cache-control"], address).not.toContain("s-maxage");
      if (/^\/(api|_next\/image|wp-json)\b|\/calendar$/.test(address)) {
        expect(policy, address).toContain("default-src 'none'");
      }
      expect(policy, address).not.toMatch(/script-src[^;]*'unsafe-(?:inline|eval)'/);
      if (isPrivate) expect(headers["cache-control"], address).toContain("no-store");
      if (isPrivate) expect(headers["x-accel-expires"], address).toBeUndefined();
      const location = headers.location ?? "";
      expect(location, address).not.toContain("evil");
    }
  }
  await look(OPEN, false);
  await look(PRIVATE, true);
  await signIn(page, await newAccount());
  await look(SIGNED_IN, true);
});

test("a claimed host name has no effect on links and redirects", async ({ request, path }) => {
  const claims: Record<string, string>[] = [
    { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
    { Forwarded: "host=evil.example;proto=https" },
    { "X-Original-Host": "evil.example", "X-Host": "evil.example" },
  ];
  for (const headers of claims) {
    for (const address of [path("/"), path("/academy/"), path("/dashboard"), path("/login")]) {
      const answer = await request.get(address, { headers, maxRedirects: 0 });
      expect(answer.status(), address).toBeLessThan(400);
      const told = JSON.stringify(answer.headers()) + (await answer.text());
      expect(told, `${address} ${JSON.stringify(headers)}`).not.toContain("evil.example");
    }
  }
});
