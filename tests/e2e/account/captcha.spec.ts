import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { CAPTCHA } from "@/scripts/testing/fake-keys.mjs";
import { test as base, expect, expectNoAxeViolations } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";
import { playProviders } from "../../support/fakes/browser";
import { mayServeBeside, serveBeside } from "../../support/servers/beside";

const ON = {
  CAPTCHA: "1",
  CAPTCHA_VERSION: "2",
  CAPTCHA_SITE_KEY: CAPTCHA.siteKey,
  CAPTCHA_SECRET: CAPTCHA.secret,
};
type Serve = (more?: Record<string, string>) => Promise<string>;

/**
 * `site(more)` returns the URL of a site with a captcha and the additional variables `more`. It starts a site only at
 * the first call with these variables.
 */
const test = base.extend<object, { site: Serve }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern
    async ({}, use) => {
      const served = new Map<string, Awaited<ReturnType<typeof serveBeside>>>();
      await use(async (more = {}) => {
        const key = JSON.stringify(more);
        const one = served.get(key) ?? (await serveBeside("captcha", { ...ON, ...more }));
        served.set(key, one);
        return one.url;
      });
      await Promise.all([...served.values()].map(({ stop }) => stop()));
    },
    { scope: "worker", timeout: 90_000 },
  ],
});
// Each language runs in one worker, so each site starts only once.
test.describe.configure({ mode: "default" });
test.skip(!mayServeBeside, "needs a site of another configuration beside the one under test");

type Words = (key: string, values?: Record<string, string | number | Date>) => string;

async function fillRegistration(page: Page, t: Words) {
  await page.getByLabel(t("registration.firstName"), { exact: true }).fill("Giulia");
  await page.getByLabel(t("registration.lastName")).fill("Ferraro");
  await page.getByLabel(t("account.email")).fill(`e2e-${randomUUID()}@example.org`);
  await page.getByLabel(t("account.password"), { exact: true }).fill("tramonto-lampada-viola");
  await page.getByRole("checkbox", { name: /privacy/i }).check();
}

const captchaOf = (page: Page) => page.frameLocator('iframe[title="reCAPTCHA"]');
const tick = (page: Page) => captchaOf(page).getByRole("checkbox").check();
const regionOf = (page: Page, t: Words) =>
  page.getByRole("region", { name: t("forms.captcha.label"), exact: true });

test("a registration handles a missing, an expired and a wrong captcha, and then succeeds", async ({
  page,
  context,
  path,
  t,
  site,
  allowConsole,
}) => {
  allowConsole(/status of 422/);
  await playProviders(context);
  const url = await site();
  const response = await page.goto(url + path("/registration"));
  const policy = (await response?.headerValue("content-security-policy")) ?? "";
  expect(policy).toMatch(/frame-src [^;]*https:\/\/www\.google\.com\/recaptcha\//);
  await fillRegistration(page, t);
  await expect(captchaOf(page).getByRole("checkbox")).toBeVisible();
  await expectNoAxeViolations(page);
  const submit = page.getByRole("button", { name: t("registration.submit") });
  const missing = regionOf(page, t).getByText(t("fieldErrors.captcha_failed"));
  await submit.click();
  await expect(missing).toBeVisible();
  await page.getByRole("link", { name: t("forms.captcha.label") }).click();
  await expect(regionOf(page, t)).toBeFocused();
  await expectNoAxeViolations(page);

  await tick(page);
  await expect(missing).toBeHidden();
  await captchaOf(page).getByRole("button", { name: "expire" }).click();
  await expect(page.getByText(t("forms.captcha.expired"))).toBeVisible();
  await submit.click();
  await expect(missing).toBeVisible();

  // A refused registration uses up the captcha's answer, so the captcha's box must be ticked again.
  await tick(page);
  await page.route(
    "**/wp-json/wp/v2/users/register*",
    (route) =>
      route.fulfill({
        status: 422,
        json: { code: "weak_password", message: "", data: { status: 422 } },
      }),
    { times: 1 },
  );
  await submit.click();
  await expect(page.getByRole("heading", { name: t("registration.failed") })).toBeVisible();
  await expect(captchaOf(page).getByRole("checkbox")).not.toBeChecked();
  await tick(page);
  await submit.click();
  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
});

test("recovery and whitepaper require the captcha, each page with its own policy", async ({
  page,
  context,
  path,
  t,
  site,
}) => {
  const asked = await playProviders(context);
  const url = await site();
  // Follow links that load the whole page, because otherwise the content security policy of the first page would apply.
  await page.goto(url + path("/login"));
  await page.getByRole("link", { name: t("login.forgot") }).click();
  await page.getByLabel(t("account.email")).fill("nobody@example.org");
  await tick(page);
  await page.getByRole("button", { name: t("login.recovery.submit") }).click();
  await page.waitForURL(`**${path("/login/password-recovery/confirm")}`);

  asked.length = 0;
  const home = await openReady(page, url + path("/community"));
  expect(await home?.headerValue("content-security-policy")).not.toContain("recaptcha");
  await page.getByRole("link", { name: t("community.whitepaperLink") }).click();
  await page.waitForURL(`**${path("/community-event")}`);
  await expect(page.getByRole("heading", { name: t("whitepaper.formTitle") })).toBeVisible();
  expect(asked).toEqual([]);
  for (const name of ["firstName", "lastName", "company", "role"]) {
    await page.getByLabel(t(`whitepaper.${name}`), { exact: true }).fill("Ada");
  }
  await page.getByLabel(t("whitepaper.email")).fill(`e2e-${randomUUID()}@example.org`);
  await page.getByRole("checkbox", { name: /privacy/i }).check();
  await expect(captchaOf(page).getByRole("checkbox")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: t("whitepaper.submit") }).click();
  await expect(regionOf(page, t).getByText(t("fieldErrors.captcha_failed"))).toBeVisible();
  await tick(page);
  await page.getByRole("button", { name: t("whitepaper.submit") }).click();
  await page.waitForURL(`**${path("/thankyou-page")}`);
});

const ERRORS = [
  ["noKey", { CAPTCHA_SITE_KEY: "" }, null],
  ["noVersion", { CAPTCHA_VERSION: "" }, null],
  ["notLoaded", {}, "https://www.google.com/recaptcha/api.js**"],
  ["notExecuted", {}, "https://www.google.com/recaptcha/api2/reload**"],
] as const;

for (const [name, more, blocked] of ERRORS) {
  test(`${name} is explained in place of the captcha, with an address to report it`, async ({
    page,
    context,
    path,
    t,
    site,
    allowConsole,
  }) => {
    allowConsole(/ERR_FAILED|ERR_BLOCKED/);
    const asked = await playProviders(context);
    if (blocked) await context.route(blocked, (route) => route.abort());
    await openReady(page, (await site(more)) + path("/registration"));
    const region = regionOf(page, t);
    await expect(region.getByRole("alert")).toContainText(t(`forms.captcha.${name}`));
    await expect(region.getByRole("link")).toHaveAttribute("href", /^mailto:/);
    await expectNoAxeViolations(page);
    if (!blocked) expect(asked).toEqual([]);
    await fillRegistration(page, t);
    await page.getByRole("button", { name: t("registration.submit") }).click();
    await expect(page.getByRole("heading", { name: t("registration.failed") })).toBeVisible();
    await expect(page.getByLabel(t("registration.lastName"))).toHaveValue("Ferraro");
  });
}
