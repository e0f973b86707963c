import { randomUUID } from "node:crypto";
import { fillRegistration, PASSWORD, signIn } from "../../support/browser/account-forms";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";

test("a new user gets from the call's button to the first step, also on another device", async ({
  page,
  path,
  t,
  mailbox,
  newVisitor,
}) => {
  const email = `e2e-${randomUUID()}@example.org`;
  const project = path("/dashboard/project");
  const going = `next=${encodeURIComponent(project)}`;
  await page.goto(path("/"));
  await page
    .getByRole("main")
    .getByRole("link", { name: t("countdown.callAction.open") })
    .first()
    .click();
  await expect(page).toHaveURL(`${path("/registration")}?${going}`);
  await expect(page.getByText(t("registration.toContinue"))).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole("link", { name: t("registration.login"), exact: true }).click();
  await expect(page).toHaveURL(`${path("/login")}?${going}`);
  await page.getByRole("link", { name: t("login.register"), exact: true }).click();
  await expect(page).toHaveURL(`${path("/registration")}?${going}`);

  // Register with a wrong email address. The next page shows this address, and the form keeps the other values.
  await fillRegistration(page, t, `wrong-${email}`);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await page.waitForURL(`**${path("/thankyou-page-registration")}`);
  await expect(page.getByText(`wrong-${email}`)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole("link", { name: /^(Cambialo|Change it)$/ }).click();
  await expect(page).toHaveURL(`${path("/registration")}?${going}`);
  await expect(page.getByLabel(t("registration.firstName"), { exact: true })).toHaveValue("Giulia");
  await expect(page.getByLabel(t("account.email"))).toHaveValue(`wrong-${email}`);
  await expect(page.getByLabel(t("account.password"), { exact: true })).toHaveValue("");
  await fillRegistration(page, t, email);
  await page.getByRole("button", { name: t("registration.submit") }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const elsewhere = await newVisitor();
  await elsewhere.goto(await mailbox.link(email, "/registration/confirm"));
  await elsewhere.getByRole("button", { name: t("confirmation.submit") }).click();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(t("confirmation.done"));
  await expect(elsewhere.getByRole("heading", { name: t("confirmation.title") })).toHaveCount(0);
  await elsewhere.getByRole("link", { name: t("account.toLogin") }).click();
  await expect(elsewhere).toHaveURL(`${path("/login")}?${going}`);
  await signIn(elsewhere, t, email, PASSWORD);
  await elsewhere.waitForURL(`**${project}/**`);
  await expect(elsewhere.getByLabel(t("fields.label.nome"), { exact: true })).toBeVisible();
});
