import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { fillRegistration, signIn } from "../../support/browser/account-forms";
import { expect, test } from "../../support/browser/browser";
import { newAccount } from "../../support/browser/visitors";

/** Opens a page whose scripts do not arrive until the returned function is called. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  return release;
}

test("a sign-in before the page's scripts arrive happens as soon as they do", async ({
  page,
  path,
  t,
}) => {
  const account = await newAccount();
  const release = await openWithoutScripts(page, path("/login"));
  await signIn(page, t, account.email, account.password);
  const button = page.getByRole("button", { name: t("login.submit"), exact: true });
  await expect(button.getByText(t("login.busy"), { exact: true })).toBeVisible();
  await expect(page.getByLabel(t("account.email"))).toHaveValue(account.email);
  release();
  await page.waitForURL(`**${path("/dashboard")}**`);
});

test("a rejected early sign-in keeps the address and shows why", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/401/);
  const release = await openWithoutScripts(page, path("/login"));
  await signIn(page, t, "nobody@example.org", "sbagliata-davvero");
  await page.getByLabel(t("account.password"), { exact: true }).press("Enter");
  release();
  await expect(page.getByText(t("errors.invalid_credentials"))).toBeVisible();
  await expect(page.getByLabel(t("account.email"))).toHaveValue("nobody@example.org");
  const button = page.getByRole("button", { name: t("login.submit"), exact: true });
  await expect(button.getByText(t("login.submit"), { exact: true })).toBeVisible();
  await expect(button.getByText(t("login.busy"), { exact: true })).toBeHidden();
});

test("a registration before the page's scripts arrive keeps every answer", async ({
  page,
  path,
  t,
}) => {
  const email = `e2e-${randomUUID()}@example.org`;
  const release = await openWithoutScripts(page, path("/registration"));
  await fillRegistration(page, t, email);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  release();
  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
  await expect(page.getByText(email)).toBeVisible();
});
