import { randomUUID } from "node:crypto";
import {
  alertOf,
  signIn as fillSignIn,
  proveByPassword,
  REFUSED,
} from "../../support/browser/account-forms";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";

test("a new address applies after its confirmation, and the former address can recover the account", async ({
  page,
  path,
  t,
  language,
  mailbox,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount({ language });
  const email = `e2e-${randomUUID()}@example.org`;
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = page.getByRole("region", { name: t("profile.email.title") });
  await part.getByLabel(t("profile.email.new")).fill(email);
  await part.getByRole("button", { name: t("profile.email.submit") }).click();
  await proveByPassword(page, t, person.password);
  await expect(part.getByRole("status")).toContainText(email);
  await expectNoAxeViolations(page);

  const elsewhere = await newVisitor();
  await elsewhere.goto(await mailbox.link(email, "/login/email-change"));
  await expectNoAxeViolations(elsewhere);
  await elsewhere.getByRole("button", { name: t("login.newEmail.submit") }).click();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(
    t("login.newEmail.changed.title"),
  );
  await page.reload();
  await expect(page.getByLabel(t("account.email"), { exact: true })).toHaveValue(email);

  await elsewhere.goto(await mailbox.link(person.email, "/login/email-change", 2));
  await elsewhere.getByRole("button", { name: t("login.newEmail.submit") }).click();
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(
    t("login.newEmail.taken_back.title"),
  );
  await mailbox.link(person.email, "/login/password-reset", 3);
});

test("an account can be erased immediately, and a closed account shows a contact address", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await page.getByRole("button", { name: t("profile.erase.button") }).click();
  const dialog = page.getByRole("dialog", { name: t("profile.erase.question") });
  await expect(dialog).toContainText(t("profile.erase.effects.stays"));
  await expectNoAxeViolations(page);
  await dialog.getByRole("button", { name: t("profile.erase.confirm") }).click();
  await proveByPassword(page, t, person.password);
  await page.waitForURL(`**${path("/login")}`);
  const said = page.getByRole("status").filter({ hasText: t("login.erased") });
  await expect(said).toBeVisible();
  const [end, begin] = [
    await said.boundingBox(),
    await page.locator("main form").first().boundingBox(),
  ];
  expect((begin?.y ?? 0) - (end ? end.y + end.height : 0)).toBeGreaterThanOrEqual(16);
  await fillSignIn(page, t, person.email, person.password);
  await expect(alertOf(page)).toContainText(t("errors.invalid_credentials"));

  const other = await newAccount();
  await signIn(page, other);
  const left = await page.request.delete(`/wp-json/wp/v2/users/me/`, {
    data: { password: other.password },
    headers: { "Sec-Fetch-Site": "same-origin" },
  });
  expect(left.status()).toBe(204);
  await page.context().clearCookies();
  await page.goto(path("/login"));
  await fillSignIn(page, t, other.email, other.password);
  await expect(alertOf(page)).toContainText(t("errors.account_deactivated"));
  await expect(alertOf(page).getByRole("link")).toHaveAttribute("href", /^mailto:/);
});
