import { expect, expectNoAxeViolations, test } from "../support/browser";
import { newAccount, signIn } from "../support/visitors";

test("a person changes name and interest, and the header knows it", async ({ page, path, t }) => {
  await signIn(page, await newAccount());
  await page.goto(path("/dashboard/edit-profile"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("profile.title"));
  await expectNoAxeViolations(page);
  await page.getByLabel(t("registration.firstName"), { exact: true }).fill("Beatrice");
  await page.getByRole("radio", { name: t("registration.interests.academy") }).check();
  await page.getByRole("button", { name: t("profile.submit"), exact: true }).click();
  await expect(page.getByText(t("profile.saved"))).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Beatrice Riva");
  await page.reload();
  await expect(page.getByLabel(t("registration.firstName"), { exact: true })).toHaveValue(
    "Beatrice",
  );
  await expect(
    page.getByRole("radio", { name: t("registration.interests.academy") }),
  ).toBeChecked();
});

test("a wrong current password changes nothing, the right one does", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/403/);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const current = page.getByLabel(t("profile.password.current"), { exact: true });
  await current.fill("non-e-questa");
  await page.getByLabel(t("account.newPassword"), { exact: true }).fill("barcone-pesca-ottone-9");
  await page
    .getByLabel(t("account.repeatPassword"), { exact: true })
    .fill("barcone-pesca-ottone-9");
  const change = page.getByRole("button", { name: t("profile.password.submit") });
  await change.click();
  await expect(
    page.getByRole("alert").filter({ hasText: t("errors.wrong_password") }),
  ).toBeVisible();
  await expectNoAxeViolations(page);
  await current.fill(person.password);
  await change.click();
  await expect(page.getByText(t("profile.password.saved"))).toBeVisible();
});
