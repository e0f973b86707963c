import { randomUUID } from "node:crypto";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { command } from "../../support/browser/visitors";

const PASSWORD = "barcone-pesca-ottone-9";

test("an evaluator invited by command accepts, sets a password and finds the projects", async ({
  page,
  path,
  t,
  language,
  mailbox,
}) => {
  const email = `jury-${randomUUID()}@example.org`;
  const invite = ["invite", "evaluator", email, "--name", "Zoe Gay", "--language", language];
  const because = ["--reason", "browser test", "--yes"];
  await command("user", ...invite, ...because);
  const link = await mailbox.link(email, "/login/invitation");
  expect(new URL(link).pathname).toBe(path("/login/invitation"));
  await page.request.get(link);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("login.invitation.title"));
  await expectNoAxeViolations(page);
  await page.getByLabel(t("invitation.option.yes"), { exact: true }).check();
  await page.getByLabel(t("account.newPassword"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(t("account.repeatPassword"), { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: t("login.invitation.submit"), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${path("/dashboard")}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("evaluation.overview.title"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page
    .getByRole("link", { name: t("evaluation.overview.all") })
    .first()
    .click();
  await expect(page.getByRole("table").getByRole("row").nth(1)).toBeVisible();
});
