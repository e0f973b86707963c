import { readFile } from "node:fs/promises";
import { proveByPassword } from "../../support/browser/account-forms";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press } from "../../support/browser/keyboard";
import { newAccount, signIn } from "../../support/browser/visitors";
import { unzip } from "../../support/made-files/unpack";

test("a user changes name and interest, and the header shows the new name", async ({
  page,
  path,
  t,
}) => {
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

test("each button has the same space at both ends of its label", async ({ page, path }) => {
  await signIn(page, await newAccount());
  await page.goto(path("/dashboard/edit-profile"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const spaces = await page
    .getByRole("main")
    .locator("button:has(> :only-child > [data-shown=true])")
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const words = document.createRange();
        words.selectNodeContents(button.querySelector("[data-shown=true]") ?? button);
        const [box, text] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
        const [start, end] = [text.left - box.left, box.right - text.right].map(Math.round);
        return { label: button.textContent, start, end };
      }),
    );
  expect(spaces.length).toBeGreaterThan(3);
  for (const { label, start = 0, end = 0 } of spaces)
    expect(Math.abs(start - end), `${label}: ${start}, ${end}`).toBeLessThanOrEqual(1);
});

test("a wrong current password changes nothing, and the correct one changes the password", async ({
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

test("a user sees all sessions, gets an email about a new browser, and ends the other sessions", async ({
  page,
  path,
  t,
  mailbox,
  newVisitor,
}) => {
  const person = await newAccount();
  await signIn(page, person);
  const elsewhere = await newVisitor();
  await signIn(elsewhere, person);
  const notice = await mailbox.newest(person.email, 2);
  expect(notice.text).toContain("Chrome · ");
  await page.goto(path("/dashboard/edit-profile"));
  const part = page.getByRole("region", { name: t("profile.sessions.title") });
  await expect(part.getByRole("listitem")).toHaveCount(2);
  await expect(part.getByRole("listitem").first()).toContainText(t("profile.sessions.this"));
  await part.getByRole("button", { name: t("profile.sessions.endOthers") }).click();
  await expect(page.getByText(t("profile.sessions.ended"))).toBeVisible();
  await expect(part.getByRole("listitem")).toHaveCount(1);
  await expect(part.getByText(t("profile.sessions.only"))).toBeVisible();
  await elsewhere.goto(path("/dashboard"));
  await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(t("login.title"));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("profile.title"));
});

test("a user ends one session by keyboard, and the other sessions continue", async ({
  page,
  path,
  t,
  newVisitor,
}) => {
  const person = await newAccount();
  await signIn(page, person);
  const [second, third] = [await newVisitor(), await newVisitor()];
  await signIn(second, person);
  await second.goto(path("/dashboard"));
  await signIn(third, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = page.getByRole("region", { name: t("profile.sessions.title") });
  const rows = part.getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first().getByRole("button")).toHaveCount(0);
  await expectNoAxeViolations(page);
  // The list shows the current session first, then other sessions by last use. The second row is therefore the third
  // visitor's session.
  await press(page, rows.nth(1).getByRole("button"));
  await expect(page.getByText(t("profile.sessions.endedOne"))).toBeVisible();
  await expect(rows).toHaveCount(2);
  await third.goto(path("/dashboard"));
  await expect(third.getByRole("heading", { level: 1 })).toHaveText(t("login.title"));
  await second.reload();
  await expect(second).toHaveURL(new RegExp(`${path("/dashboard")}$`));
});

test("the data export is a zip file with all data of the account", async ({ page, path, t }) => {
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: t("profile.export.download") }).click();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^export-\d{4}-\d{2}-\d{2}\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  const read = (name: string) => JSON.parse(files.get(name)?.toString("utf8") ?? "null");
  expect(read("profile.json")).toMatchObject({ email: person.email, first_name: "Ada" });
  expect(read("consents.json")).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "privacy", accepted: true })]),
  );
  expect(read("mails.json")).toHaveLength(1);
  expect(read("projects.json")).toEqual([]);
});

test("an account is closed with its password after a question, and stays closed", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/40[13]/);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const open = page.getByRole("button", { name: t("profile.deactivate.button") });
  const dialog = page.getByRole("dialog", { name: t("profile.deactivate.question") });
  await open.click();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  const confirm = dialog.getByRole("button", { name: t("profile.deactivate.confirm") });
  await confirm.click();
  const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
  await expectNoAxeViolations(page);
  await proveByPassword(page, t, "non-e-questa");
  await expect(proof.getByRole("alert")).toContainText(t("profile.proof.failed"));
  await expect(proof.getByRole("alert")).toContainText(t("errors.wrong_password"));
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("alert")).toContainText(t("errors.proof_required"));
  await confirm.click();
  await proveByPassword(page, t, person.password);
  await expect(page.getByRole("status").filter({ hasText: t("login.deactivated") })).toBeVisible();
  await page.goto(path("/dashboard"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("login.title"));
  const refusal = page.getByRole("alert").filter({ hasText: t("login.failed") });
  for (const [typed, reason] of [
    ["non-e-questa", t("errors.invalid_credentials")],
    [person.password, t("errors.account_deactivated")],
  ] as const) {
    await page.getByLabel(t("account.email"), { exact: true }).fill(person.email);
    await page.getByLabel(t("account.password"), { exact: true }).fill(typed);
    await page.getByRole("button", { name: t("login.submit"), exact: true }).click();
    await expect(refusal).toContainText(reason);
  }
});

test("the question about interests appears once, until it is closed or answered", async ({
  page,
  path,
  t,
  newVisitor,
}) => {
  const dialog = page.getByRole("dialog", { name: t("interests.title") });
  await signIn(page, await newAccount({ interest: null }));
  await page.goto(path("/dashboard"));
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await expectNoAxeViolations(page);
  const heard = page.waitForResponse((answer) => answer.url().includes("/users/me"));
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect((await heard).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();

  const other = await newVisitor();
  await signIn(other, await newAccount({ interest: null }));
  await other.goto(path("/dashboard"));
  const asked = other.getByRole("dialog", { name: t("interests.title") });
  await asked.getByRole("button", { name: t("interests.save") }).click();
  await expect(asked.getByText(t("fieldErrors.invalid_choice"))).toBeVisible();
  await asked.getByRole("radio", { name: t("registration.interests.academy") }).check();
  await asked.getByRole("button", { name: t("interests.save") }).click();
  await expect(other.getByText(t("interests.saved"))).toBeVisible();
  await expect(asked).toBeHidden();
  await expect(other.getByRole("main")).toBeFocused();
  await other.goto(path("/dashboard/edit-profile"));
  await expect(
    other.getByRole("radio", { name: t("registration.interests.academy") }),
  ).toBeChecked();
});
