import { expect, test } from "../support/browser";

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
};

const WITH_POPUPS = { "cross-origin-opener-policy": "same-origin-allow-popups" };

test("a public page is finished, for everybody, and runs only its own scripts", async ({
  page,
  path,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) violations.push(message.text());
  });
  const response = await page.goto(path("/"), { waitUntil: "networkidle" });
  const headers = (await response?.allHeaders()) ?? {};
  expect(headers).toMatchObject(EVERYWHERE);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["cache-control"]).toContain("s-maxage");
  const policy = headers["content-security-policy"] ?? "";
  // After its own scripts at most the hosts that are configured for after a consent.
  const consented = process.env.THIRD_PARTIES_URL ?? "";
  expect(policy.replaceAll(` ${consented}`, "")).toMatch(
    /script-src 'self'( 'sha256-[A-Za-z0-9+/]{43}=')+;/,
  );
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/);
  expect(violations).toEqual([]);
  // Hydrated: the menu opens only by script.
  await page.getByRole("banner").getByRole("button").click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("what somebody writes into a page does not run", async ({ page, path, allowConsole }) => {
  allowConsole(/Content Security Policy|ERR_|404/);
  for (const address of ["/", "/login"]) {
    await page.goto(path(address), { waitUntil: "networkidle" });
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

test("every answer is closed to frames and sniffing: errors, files, the API", async ({
  request,
  path,
}) => {
  const answers: [string, number][] = [
    [path("/nothing/here"), 404],
    [path("/login"), 200],
    [path("/dashboard"), 307],
    ["/nothing.txt", 404],
    ["/wp-json/wp/v2/users/me/", 401],
    ["/api/health", 200],
  ];
  for (const [address, status] of answers) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect([address, answer.status()]).toEqual([address, status]);
    const headers = answer.headers();
    // A page with a provider's button is answered by the provider's window.
    const popups = address === path("/login") ? WITH_POPUPS : {};
    expect(headers, address).toMatchObject({ ...EVERYWHERE, ...popups });
    if (status !== 307) {
      expect(headers["content-security-policy"], address).toContain("frame-ancestors 'none'");
    }
  }
});
