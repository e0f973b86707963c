import { randomUUID } from "node:crypto";
import type { BrowserContext, Locator, Page } from "playwright/test";
import { appPartOf, takeApp } from "../../support/browser/authenticator-app";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { forgetCookies } from "../../support/browser/consent";
import { openReady } from "../../support/browser/pages";
import { newAccount } from "../../support/browser/visitors";
import { playProviders } from "../../support/fakes/browser";

type Words = (key: string, values?: Record<string, string | number | Date>) => string;

/** Console messages that the browser and the site print after a refusal that the test causes. */
const REFUSED = /the server responded with a status of (401|403|409|422)|^social sign-in/;

const address = () => `e2e-${randomUUID()}@example.org`;

function providerButton(page: Page, t: Words, provider: string) {
  return page.getByRole("button", { name: t("social.continue", { provider }), exact: true });
}

function alertOf(page: Page) {
  return page.getByRole("alert").filter({ hasText: /./ });
}

type Answer = { email?: string; confirmed?: boolean; shared?: boolean; cancel?: boolean };

/** Presses a button that closes its own browser window. The click can fail because the window closes first. */
async function closeWith(popup: Page, name: string) {
  const closed = popup.waitForEvent("close");
  await popup
    .getByRole("button", { name })
    .click()
    .catch((error) => {
      if (!popup.isClosed()) throw error;
    });
  await closed;
}

/** Answers the request in the sign-in provider's window, as a user does. */
async function answerIn(popup: Page, { email, confirmed = true, shared = true, cancel }: Answer) {
  if (cancel) return closeWith(popup, "Cancel");
  await popup.getByLabel("Email", { exact: true }).fill(email ?? address());
  await popup.getByLabel("Confirmed").setChecked(confirmed);
  await popup.getByLabel("Share email").setChecked(shared);
  await closeWith(popup, "Continue");
}

/** Signs in with Google: presses the site's button, then Google's button, and answers in Google's window. */
async function throughGoogle(page: Page, t: Words, answer: Answer) {
  await providerButton(page, t, "Google").click();
  await expect(page.getByText(t("social.googleNext"))).toBeVisible();
  const button = page
    .frameLocator('iframe[title="Google"]')
    .getByRole("button", { name: "Google" });
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await answerIn(popup, answer);
}

/**
 * Presses the Facebook button until its window opens. The first press also loads Facebook's script. If loading takes
 * too long, the browser blocks the window until the next press.
 */
async function windowOf(page: Page, button: Locator): Promise<Page> {
  const opened = page.waitForEvent("popup");
  let isOpen = false;
  void opened.then(() => {
    isOpen = true;
  });
  await expect(async () => {
    if (!isOpen) await button.click({ timeout: 2_000 });
    await expect.poll(() => isOpen, { timeout: 6_000 }).toBe(true);
  }).toPass();
  return opened;
}

async function throughFacebook(page: Page, t: Words, answer: Answer) {
  await answerIn(await windowOf(page, providerButton(page, t, "Facebook")), answer);
}

async function leave(context: BrowserContext, page: Page, to: string) {
  await forgetCookies(context);
  await page.goto(to);
}

test("Google opens an account, without an earlier request to Google and without a session token in the page", async ({
  page,
  context,
  path,
  t,
  language,
}) => {
  const asked = await playProviders(context);
  const email = address();
  const response = await openReady(page, path("/login"));
  const headers = (await response?.allHeaders()) ?? {};
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups");
  expect(headers["content-security-policy"]).toContain(
    "frame-src https://accounts.google.com/gsi/",
  );
  await expectNoAxeViolations(page);
  await expect(providerButton(page, t, "Facebook")).toBeVisible();
  expect(asked).toEqual([]);

  await throughGoogle(page, t, { email });
  await page.waitForURL(`**${path("/dashboard")}`);
  await expect(page.getByRole("banner")).toContainText("Ada Riva");
  expect(asked.some((url) => url.includes("facebook"))).toBe(false);
  const me = await page.evaluate(async () => (await fetch("/wp-json/wp/v2/users/me/")).json());
  expect(me).toMatchObject({ email, language, providers: ["google"], privacy: true });

  const tokens = (await context.cookies())
    .filter(({ name }) => name === "access" || name === "refresh")
    .map(({ value }) => value);
  expect(tokens).toHaveLength(2);
  const seen = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
  );
  for (const token of tokens) expect(seen + (await page.content())).not.toContain(token);

  await leave(context, page, path("/login?next=") + encodeURIComponent(path("/dashboard/project")));
  await throughGoogle(page, t, { email });
  await page.waitForURL(`**${path("/dashboard/project")}**`);
});

test("an account with an authenticator app requires its code after each provider's sign-in", async ({
  page,
  context,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await playProviders(context);
  const email = address();
  await page.goto(path("/login"));
  await throughGoogle(page, t, { email });
  await page.waitForURL(`**${path("/dashboard")}`);
  await page.goto(path("/dashboard/edit-profile"));
  const part = appPartOf(page, t);
  await part.getByRole("button", { name: t("profile.app.add") }).click();
  const { app } = await takeApp(page, t);
  await page.getByRole("button", { name: t("profile.app.codes.done") }).click();

  await leave(context, page, path("/login?next=") + encodeURIComponent(path("/dashboard/project")));
  await throughGoogle(page, t, { email });
  await expect(page.getByRole("heading", { name: t("login.code.title") })).toBeVisible();
  await expectNoAxeViolations(page);
  const code = page.getByLabel(t("login.code.app.label"));
  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(alertOf(page)).toContainText(t("errors.code_invalid"));
  expect(await context.cookies().then((all) => all.map(({ name }) => name))).not.toContain(
    "access",
  );
  await code.fill(await app.code());
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard/project")}**`);
});

test("an address that has an account requires its password and then links the provider", async ({
  page,
  context,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await playProviders(context);
  const { email, password } = await newAccount();
  await page.goto(path("/login"));
  await throughGoogle(page, t, { email });
  const region = page.getByRole("region", { name: t("social.link.title") });
  await expect(region).toBeFocused();
  await expect(region).toContainText(email);
  await expectNoAxeViolations(page);
  const field = region.getByLabel(t("account.password"), { exact: true });
  await field.fill("not the password");
  await region.getByRole("button", { name: t("social.link.submit") }).click();
  await expect(alertOf(page)).toContainText(t("errors.invalid_credentials"));
  await field.fill(password);
  await region.getByRole("button", { name: t("social.link.submit") }).click();
  await page.waitForURL(`**${path("/dashboard")}`);

  await leave(context, page, path("/login"));
  await throughGoogle(page, t, { email });
  await page.waitForURL(`**${path("/dashboard")}`);
  const me = await page.evaluate(async () => (await fetch("/wp-json/wp/v2/users/me/")).json());
  expect(me).toMatchObject({ email, has_password: true, providers: ["google"] });

  // The link in the header reloads the whole page, because only the profile page's content security policy allows the
  // scripts of the sign-in providers.
  await page
    .getByRole("banner")
    .getByRole("link", { name: t("header.profile") })
    .click();
  const ways = page.getByRole("region", { name: t("profile.providers.title") });
  const popup = await windowOf(
    page,
    ways.getByRole("button", { name: t("social.add", { provider: "Facebook" }) }),
  );
  await answerIn(popup, { email: address() });
  const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
  await proof.getByLabel(t("profile.proof.password"), { exact: true }).fill(password);
  await proof.getByRole("button", { name: t("profile.proof.confirm") }).click();
  await expect(
    ways.getByRole("button", { name: t("profile.providers.unlink", { name: "Facebook" }) }),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await ways
    .getByRole("button", { name: t("profile.providers.unlink", { name: "Google" }) })
    .click();
  await expect(
    ways.getByRole("button", { name: t("social.add", { provider: "Google" }) }),
  ).toBeVisible();
});

test("Facebook's closed window and missing address are explained, and the next attempt opens an account", async ({
  page,
  context,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const asked = await playProviders(context);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const email = address();
  await openReady(page, path("/registration"));
  await expectNoAxeViolations(page);
  await throughFacebook(page, t, { cancel: true });
  await expect(alertOf(page)).toContainText(t("social.refused", { provider: "Facebook" }));
  expect(logged).toContain("social sign-in: facebook refused");
  await expectNoAxeViolations(page);

  await throughFacebook(page, t, { email, shared: false });
  await expect(alertOf(page)).toContainText(t("social.noAddress"));
  expect(logged).toContain("social sign-in: invalid_fields");
  await throughFacebook(page, t, { email });
  await page.waitForURL(`**${path("/dashboard")}`);
  expect(asked.some((url) => url.includes("google"))).toBe(false);

  await leave(context, page, path("/login"));
  await throughFacebook(page, t, { email });
  await page.waitForURL(`**${path("/dashboard")}`);
});

test("a provider's script that loads too late for the click asks for a second click", async ({
  page,
  context,
  path,
  t,
}) => {
  await playProviders(context);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userActivation", { value: { isActive: false } });
  });
  await openReady(page, path("/login"));
  const button = providerButton(page, t, "Facebook");
  await button.click();
  const told = page.getByText(t("social.facebookNext"));
  await expect(told).toBeVisible();
  const [popup] = await Promise.all([page.waitForEvent("popup"), button.click()]);
  await expect(told).toBeHidden();
  await answerIn(popup, {});
  await page.waitForURL(`**${path("/dashboard")}`);
});

test("a blocked script and an unverified address are reported and logged, and the password still works", async ({
  page,
  context,
  path,
  t,
  demo,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  allowConsole(/ERR_BLOCKED_BY_CLIENT|ERR_FAILED/);
  await playProviders(context);
  const blocked = ["https://accounts.google.com/gsi/client**", "https://connect.facebook.net/**"];
  for (const script of blocked) {
    await context.route(script, (route) => route.abort("blockedbyclient"));
  }
  await page.goto(path("/login"));
  for (const provider of ["Google", "Facebook"]) {
    await providerButton(page, t, provider).click();
    await expect(alertOf(page)).toContainText(t("social.blocked", { provider }));
    await expect(providerButton(page, t, provider)).toBeEnabled();
  }
  await expectNoAxeViolations(page);

  for (const script of blocked) await context.unroute(script);
  await throughGoogle(page, t, { confirmed: false });
  await expect(alertOf(page)).toContainText(t("social.failed"));
  await expect(alertOf(page)).toContainText(t("errors.invalid_provider_token"));

  const { email, password } = demo("applicant");
  await page.getByLabel(t("account.email")).fill(email);
  await page.getByLabel(t("account.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
  await page.waitForURL(`**${path("/dashboard")}`);
});
