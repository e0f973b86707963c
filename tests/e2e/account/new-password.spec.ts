import type { Page } from "playwright/test";
import { alertOf, REFUSED } from "../../support/browser/account-forms";
import { plugIn } from "../../support/browser/authenticator";
import { appPartOf, takeApp } from "../../support/browser/authenticator-app";
import { expect, expectNoAxeViolations, test, type Words } from "../../support/browser/browser";
import { press, typeInto } from "../../support/browser/keyboard";
import { newAccount, signIn, wearOff } from "../../support/browser/visitors";
import { fitsEveryWidth } from "../../support/browser/widths";

const NEW_PASSWORD = "barcone-pesca-ottone-9";

/** Changes the password in the profile's form, with the keyboard only. */
async function change(page: Page, t: Words, password: string) {
  const field = (name: string) => page.getByLabel(t(name), { exact: true });
  await typeInto(page, field("profile.password.current"), password);
  await typeInto(page, field("account.newPassword"), NEW_PASSWORD);
  await typeInto(page, field("account.repeatPassword"), NEW_PASSWORD);
  await page.keyboard.press("Enter");
}

const proofOf = (page: Page, t: Words) =>
  page.getByRole("dialog", { name: t("profile.proof.title") });

test("a password change requires a code and the current password, by keyboard only", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await press(page, appPartOf(page, t).getByRole("button", { name: t("profile.app.add") }));
  const proof = proofOf(page, t);
  const password = proof.getByLabel(t("profile.proof.password"), { exact: true });
  await typeInto(page, password, person.password);
  await page.keyboard.press("Enter");
  const { app } = await takeApp(page, t);
  await press(page, page.getByRole("button", { name: t("profile.app.codes.done") }));
  // Let the last re-authentication expire.
  await wearOff(person.email);

  await change(page, t, "non-e-questa");
  await expect(alertOf(page)).toContainText(t("errors.wrong_password"));
  await expect(proof).toHaveCount(0);
  await change(page, t, person.password);
  const code = proof.getByLabel(t("profile.proof.code"));
  await code.waitFor();
  await expectNoAxeViolations(page);
  await typeInto(page, code, "000000");
  await page.keyboard.press("Enter");
  await expect(proof.getByRole("alert")).toContainText(t("errors.code_invalid"));
  await page.keyboard.press("Escape");
  await expect(alertOf(page)).toContainText(t("errors.proof_required"));
  await press(page, page.getByRole("button", { name: t("profile.password.submit") }));
  await typeInto(page, code, await app.code());
  await page.keyboard.press("Enter");
  await expect(page.getByText(t("profile.password.saved"))).toBeVisible();
});

test("a password change requires the passkey and the current password, by keyboard only", async ({
  page,
  path,
  t,
  allowConsole,
}, testInfo) => {
  allowConsole(REFUSED);
  const person = await newAccount();
  await plugIn(page);
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = page.getByRole("region", { name: t("profile.passkeys.title") });
  await press(page, part.getByRole("button", { name: t("profile.passkeys.add") }));
  const proof = proofOf(page, t);
  const password = proof.getByLabel(t("profile.proof.password"), { exact: true });
  await typeInto(page, password, person.password);
  await page.keyboard.press("Enter");
  await expect(part.getByRole("listitem")).toHaveCount(1);

  await change(page, t, person.password);
  await expect(proof).toContainText(t("profile.proof.leadKey"));
  await expect(proof.getByRole("textbox")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await fitsEveryWidth(page, "proof-key", testInfo);
  await press(page, proof.getByRole("button", { name: t("profile.proof.passkey") }));
  await expect(page.getByText(t("profile.password.saved"))).toBeVisible();
});

test("a sign-in completed in another window is reported at the code, and can start again", async ({
  page,
  path,
  t,
  allowConsole,
}, testInfo) => {
  allowConsole(/the server responded with a status of (401|403|409|422)/);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  await press(page, appPartOf(page, t).getByRole("button", { name: t("profile.app.add") }));
  const proof = proofOf(page, t).getByLabel(t("profile.proof.password"), { exact: true });
  await typeInto(page, proof, person.password);
  await page.keyboard.press("Enter");
  const { app } = await takeApp(page, t);
  await page.context().clearCookies({ name: /access|refresh|signed_in/ });

  await page.goto(path("/login"));
  await typeInto(page, page.getByLabel(t("account.email")), person.email);
  const password = page.getByLabel(t("account.password"), { exact: true });
  await typeInto(page, password, person.password);
  const asked = page.waitForResponse((answer) => answer.url().includes("/api/session"));
  await page.keyboard.press("Enter");
  const { challenge } = (await (await asked).json()).data;
  const data = { challenge, code: await app.code() };
  const headers = { Origin: new URL(page.url()).origin };
  expect((await page.request.post("/api/session", { headers, data })).ok()).toBe(true);
  await page.context().clearCookies({ name: /access|refresh|signed_in/ });

  await typeInto(page, page.getByLabel(t("login.code.app.label")), await app.code());
  await page.keyboard.press("Enter");
  await expect(alertOf(page)).toContainText(t("errors.challenge_used"));
  await expect(alertOf(page)).toContainText(t("login.code.over"));
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await fitsEveryWidth(page, "over", testInfo);
  await press(page, page.getByRole("button", { name: t("login.code.back") }));
  await expect(page.getByLabel(t("account.email"))).toBeVisible();
});
