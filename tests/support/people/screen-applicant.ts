import { expect, type Page } from "playwright/test";
import { fillRegistration, PASSWORD, signIn } from "../browser/account-forms";
import type { Words } from "../browser/browser";
import type { Person } from "../browser/visitors";
import type { Mailbox } from "../servers/mailbox";
import { applicationOf, newPhone } from "./application";

type Screen = { t: Words; path: (path: string) => string; mailbox: Mailbox };

/** Registers a visitor on the site's pages, confirms the account with the link of the email, and signs the visitor in. */
export async function registerOnScreen(
  page: Page,
  email: string,
  { t, path, mailbox }: Screen,
): Promise<Person> {
  await page.goto(path("/registration"));
  await fillRegistration(page, t, email);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
  await page.goto(await mailbox.link(email, "/registration/confirm"));
  await page.getByRole("button", { name: t("confirmation.submit") }).click();
  await expect(page.getByRole("region", { name: t("confirmation.done") })).toBeVisible();
  await page.goto(path("/login"));
  await signIn(page, t, email);
  await page.waitForURL(`**${path("/dashboard")}`);
  return { email, password: PASSWORD };
}

/** Fills in the five steps of the application with a real deck and a real video, and sends the application. */
export async function applyOnScreen(
  page: Page,
  nome: string,
  { t, path }: Screen,
  stage?: string,
): Promise<void> {
  const app = applicationOf(page, t, path);
  await app.open("idea");
  await app.fillIdea(nome, stage);
  await app.open("challenge");
  await app.fillChallenge();
  await app.open("documents");
  await app.fillDocuments();
  await app.open("contact");
  await app.fillContact(newPhone());
  await app.open("team");
  await app.addMember("Bruno Neri", newPhone());
  await app.saved();
  await app.send();
}
