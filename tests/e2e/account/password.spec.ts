import { randomUUID } from "node:crypto";
import {
  alertOf,
  fillRegistration,
  PASSWORD,
  REFUSED,
  signIn,
} from "../../support/browser/account-forms";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";

const NEW_PASSWORD = "barcone-pesca-ottone";

test("a weak password is refused with the catalogue's message", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/users/register")) asked += 1;
  });
  await page.goto(path("/registration"));
  await fillRegistration(page, t, `e2e-${randomUUID()}@example.org`);
  const password = page.getByLabel(t("account.password"), { exact: true });
  const summary = page.getByRole("region");
  await password.fill("abc");
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await expect(summary.filter({ hasText: t("account.checkFields") })).toContainText(
    t("fieldErrors.weak_password"),
  );
  await expect(password).toHaveAccessibleDescription(new RegExp(t("fieldErrors.weak_password")));
  await password.fill("giulia12");
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await expect(summary.filter({ hasText: t("account.checkFields") })).toContainText(
    t("fieldErrors.weak_password"),
  );
  expect(asked).toBe(0);
  await expect(password).toHaveValue("giulia12");
  await expectNoAxeViolations(page);
});

test("a forgotten password is recovered once from the email", async ({
  page,
  path,
  t,
  mailbox,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = `e2e-${randomUUID()}@example.org`;
  await page.goto(path("/registration"));
  await fillRegistration(page, t, email);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await page.goto(await mailbox.link(email, "/registration/confirm"));
  await page.getByRole("button", { name: t("confirmation.submit") }).click();
  await expect(page.getByRole("heading", { name: t("confirmation.done") })).toBeVisible();

  await page.goto(path("/login"));
  await page.getByRole("link", { name: t("login.forgot") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("login.recovery.title"));
  await expectNoAxeViolations(page);
  await page.getByLabel(t("account.email")).fill(email);
  await page.getByRole("button", { name: t("login.recovery.submit") }).click();
  await page.waitForURL(`**${path("/login/password-recovery/confirm")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("login.recoverySent.title"));
  await expectNoAxeViolations(page);

  const link = await mailbox.link(email, "/login/password-reset", 2);
  expect(new URL(link).pathname).toBe(path("/login/password-reset"));
  await page.goto(link);
  await page.reload();
  await expectNoAxeViolations(page);
  await page.getByLabel(t("account.newPassword")).fill(NEW_PASSWORD);
  await page.getByLabel(t("account.repeatPassword")).fill(PASSWORD);
  await page.getByRole("button", { name: t("login.reset.submit") }).click();
  await expect(page.getByText(t("fieldErrors.mismatch"))).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel(t("account.repeatPassword")).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: t("login.reset.submit") }).click();
  await expect(page.getByRole("heading", { name: t("login.reset.done") })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(link);
  await expect(alertOf(page)).toContainText(t("account.linkExpired"));
  await expect(page.getByLabel(t("account.newPassword"))).toHaveCount(0);
  await expectNoAxeViolations(page);

  await page.goto(path("/login"));
  await signIn(page, t, email, PASSWORD);
  await expect(alertOf(page)).toContainText(t("errors.invalid_credentials"));
  await signIn(page, t, email, NEW_PASSWORD);
  await page.waitForURL(`**${path("/dashboard")}`);
});
