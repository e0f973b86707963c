import type { Page } from "playwright/test";
import { alertOf, proveByPassword, REFUSED } from "../../support/browser/account-forms";
import { plugIn } from "../../support/browser/authenticator";
import { expect, expectNoAxeViolations, test, type Words } from "../../support/browser/browser";
import { press, tabTo, typeInto } from "../../support/browser/keyboard";
import { newAccount, signIn } from "../../support/browser/visitors";
import { fitsEveryWidth } from "../../support/browser/widths";

function passkeysOf(page: Page, t: Words) {
  return page.getByRole("region", { name: t("profile.passkeys.title") });
}

/** Adds a passkey in the profile and re-authenticates with the password. */
async function add(page: Page, t: Words, password: string) {
  const part = passkeysOf(page, t);
  await part.getByRole("button", { name: t("profile.passkeys.add") }).click();
  await proveByPassword(page, t, password);
  await expect(part.getByRole("listitem")).toHaveCount(1);
}

test("a passkey is added, renamed, used to sign in and removed, by keyboard only", async ({
  page,
  path,
  t,
  language,
  mailbox,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount({ language });
  const device = await plugIn(page);
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = passkeysOf(page, t);
  await press(page, part.getByRole("button", { name: t("profile.passkeys.add") }));
  const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
  await tabTo(page, proof.getByLabel(t("profile.proof.password"), { exact: true }));
  await expectNoAxeViolations(page);
  await page.keyboard.type(person.password);
  await page.keyboard.press("Enter");
  // Exclude toasts, because they are list items and appear in the same part of the page.
  const row = part.locator("li:not([data-sonner-toast])");
  await expect(row).toContainText("Chrome · ");
  await expect(row).toContainText(t("profile.passkeys.neverUsed"));
  expect(await device.keys()).toHaveLength(1);
  expect((await mailbox.newest(person.email, 2)).text).toContain("Chrome · ");

  await press(page, row.getByRole("button").first());
  const name = page.getByRole("dialog").getByLabel(t("profile.passkeys.name"));
  await tabTo(page, name);
  await expectNoAxeViolations(page);
  await typeInto(page, name, "Scrivania");
  await page.keyboard.press("Enter");
  await expect(row).toContainText("Scrivania");
  await expectNoAxeViolations(page);

  await page.context().clearCookies({ name: /access|refresh|signed_in/ });
  await device.answers(false);
  await page.goto(path("/login"));
  await expectNoAxeViolations(page);
  const enter = page.getByRole("button", { name: t("login.passkey.button") });
  await tabTo(page, enter);
  await device.answers(true);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard")}`);
  await page.goto(path("/dashboard/edit-profile"));
  await expect(row.getByText(t("profile.passkeys.neverUsed"))).toBeHidden();

  // The user signed in recently, so no dialog asks for re-authentication.
  const remove = t("profile.passkeys.remove", { name: "Scrivania" });
  await press(page, row.getByRole("button", { name: remove }));
  const question = page.getByRole("dialog", {
    name: t("profile.passkeys.removeQuestion", { name: "Scrivania" }),
  });
  await expect(question).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page, question.getByRole("button", { name: t("profile.passkeys.removeConfirm") }));
  await expect(row).toHaveCount(0);
  expect((await mailbox.newest(person.email, 3)).text).toContain("Scrivania");

  await page.context().clearCookies({ name: /access|refresh|signed_in/ });
  await device.answers(false);
  await page.goto(path("/login"));
  await device.answers(true);
  await press(page, enter);
  await expect(alertOf(page)).toContainText(t("errors.passkey_unknown"));
  // Turn the virtual device off. Otherwise it would answer the email field's passkey autofill requests repeatedly.
  await device.answers(false);
  await typeInto(page, page.getByLabel(t("account.email")), person.email);
  const password = page.getByLabel(t("account.password"), { exact: true });
  await typeInto(page, password, person.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard")}`);
});

test("the browser offers the passkey in the address field without a button", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  await plugIn(page);
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await add(page, t, person.password);
  await page.context().clearCookies({ name: /access|refresh|signed_in/ });
  await page.goto(path("/login"));
  await expect(page.getByLabel(t("account.email"))).toHaveAttribute(
    "autocomplete",
    "username webauthn",
  );
  // The virtual passkey device answers immediately, so the user is signed in.
  await page.waitForURL(`**${path("/dashboard")}`);
});

test("a device without user verification or passkey does not sign in", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  const device = await plugIn(page);
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await device.recognises(false);
  const part = passkeysOf(page, t);
  await part.getByRole("button", { name: t("profile.passkeys.add") }).click();
  await proveByPassword(page, t, person.password);
  await expect(part.getByRole("alert")).toContainText(t("errors.passkey_invalid"));
  await expectNoAxeViolations(page);
  await device.recognises(true);
  await part.getByRole("button", { name: t("profile.passkeys.add") }).click();
  await expect(part.getByRole("listitem")).toHaveCount(1);
  await part.getByRole("button", { name: t("profile.passkeys.add") }).click();
  await expect(part.getByRole("alert")).toContainText(t("errors.passkey_known"));
});

test("an action that requires a passkey continues after its use", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  const device = await plugIn(page);
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await add(page, t, person.password);
  await page.getByRole("button", { name: t("profile.erase.button") }).click();
  const dialog = page.getByRole("dialog", { name: t("profile.erase.question") });
  await dialog.getByRole("button", { name: t("profile.erase.confirm") }).click();
  const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
  await expect(proof).toContainText(t("profile.proof.leadKey"));
  await expect(proof.getByRole("textbox")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await proof.getByRole("button", { name: t("profile.proof.cancel") }).click();
  await expect(dialog.getByRole("alert")).toContainText(t("errors.proof_required"));
  await dialog.getByRole("button", { name: t("profile.erase.confirm") }).click();
  await device.recognises(false);
  await proof.getByRole("button", { name: t("profile.proof.passkey") }).click();
  await expect(proof.getByRole("alert")).toContainText(t("errors.passkey_invalid"));
  await device.recognises(true);
  await proof.getByRole("button", { name: t("profile.proof.passkey") }).click();
  await page.waitForURL(`**${path("/login")}`);
  await expect(page.getByRole("status").filter({ hasText: t("login.erased") })).toBeVisible();
});

test("passkeys, re-authentication and sessions fit the page at each width", async ({
  page,
  path,
  t,
  newVisitor,
  allowConsole,
}, testInfo) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  await plugIn(page);
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = passkeysOf(page, t);
  await fitsEveryWidth(page, "none", testInfo, part);
  await part.getByRole("button", { name: t("profile.passkeys.add") }).click();
  const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
  await proof.waitFor();
  await fitsEveryWidth(page, "proof", testInfo);
  await proveByPassword(page, t, "non-e-questa");
  await expect(proof.getByRole("alert")).toBeVisible();
  await fitsEveryWidth(page, "proof-refused", testInfo);
  await proveByPassword(page, t, person.password);
  await expect(part.getByRole("listitem")).toHaveCount(1);
  await fitsEveryWidth(page, "passkeys", testInfo, part);
  await signIn(await newVisitor(), person);
  await page.reload();
  const sessions = page.getByRole("region", { name: t("profile.sessions.title") });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await fitsEveryWidth(page, "sessions", testInfo, sessions);
});
