import type { Page } from "playwright/test";
import type { Words } from "./browser";

export const PASSWORD = "tramonto-lampada-viola";
/** The browser's console message after an error response that the test causes. */
export const REFUSED = /the server responded with a status of (401|403|410|422)/;

/** Fills in the registration form, with `PASSWORD`, and accepts the privacy notice. */
export async function fillRegistration(page: Page, t: Words, email: string) {
  await page.getByLabel(t("registration.firstName"), { exact: true }).fill("Giulia");
  await page.getByLabel(t("registration.lastName")).fill("Ferraro");
  await page.getByLabel(t("account.email")).fill(email);
  await page.getByLabel(t("account.password"), { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: /privacy/i }).check();
}

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, t: Words, email: string, password = PASSWORD) {
  await page.getByLabel(t("account.email")).fill(email);
  await page.getByLabel(t("account.password"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
}

/** Re-authenticates with the password in the open dialog. */
export async function proveByPassword(page: Page, t: Words, password: string) {
  const dialog = page.getByRole("dialog", { name: t("profile.proof.title") });
  await dialog.getByLabel(t("profile.proof.password"), { exact: true }).fill(password);
  await dialog.getByRole("button", { name: t("profile.proof.confirm") }).click();
}

/** Returns the page's alert that contains text. Next.js adds a second, empty alert. */
export function alertOf(page: Page) {
  return page.getByRole("alert").filter({ hasText: /./ });
}
