import type { Page, TestInfo } from "playwright/test";
import { plugIn } from "../../support/browser/authenticator";
import { expect, expectNoAxeViolations, test, type Words } from "../../support/browser/browser";
import { handsOn } from "../../support/browser/hands";
import { press, tabTo } from "../../support/browser/keyboard";
import { becomeStaff } from "../../support/browser/staff";
import { newAccount, signIn, wearOff } from "../../support/browser/visitors";
import { fitsEveryWidth } from "../../support/browser/widths";

const SITE = new URL(process.env.E2E_BASE_URL ?? "http://localhost").origin;
/** The browser's console messages after a response that requires or refuses re-authentication. */
const ASKED = /the server responded with a status of (401|403)/;

const proofOf = (page: Page, t: Words) =>
  page.getByRole("dialog", { name: t("profile.proof.title") });

/** Checks that the re-authentication dialog fits every window width and is above the action's dialog. */
async function looksRight(page: Page, name: string, testInfo: TestInfo) {
  await expectNoAxeViolations(page);
  await fitsEveryWidth(page, name, testInfo);
}

test("an action that requires a passkey can be given up, refused, and continued by keyboard only", async ({
  page,
  path,
  t,
  allowConsole,
}, testInfo) => {
  allowConsole(ASKED);
  test.setTimeout(120_000);
  const device = await plugIn(page);
  const director = await becomeStaff(page, { path, t }, "director");
  await page.goto(path("/dashboard/edit-profile"));
  const keys = page.getByRole("region", { name: t("profile.passkeys.title") });
  await keys.getByRole("button", { name: t("profile.passkeys.add") }).click();
  await expect(keys.getByRole("listitem")).toHaveCount(1);
  const colleague = await newAccount({ name: { first_name: "Ugo", last_name: "Verdi" } });

  await page.goto(path("/dashboard/regia/persone/staff"));
  const hands = handsOn(page, t, path);
  await hands.press(page.getByRole("button", { name: t("staff.team.grant"), exact: true }));
  const sheet = page.getByRole("dialog", { name: t("staff.act.of.grantStaff.title") });
  const email = sheet.locator("[name=grant-email]");
  await hands.type(email, colleague.email);
  const role = sheet.locator("[name=grant-role]");
  await tabTo(page, role);
  await page.keyboard.press("ArrowDown");
  await expect(role).toHaveValue("staff");
  const reason = sheet.getByRole("textbox", { name: t("staff.act.reason") });
  await hands.type(reason, "nuovo in squadra");
  const act = sheet.getByRole("button", { name: t("staff.act.of.grantStaff.verb"), exact: true });
  await expect(act).not.toHaveAttribute("aria-disabled", "true");
  await hands.press(act);

  const proof = proofOf(page, t);
  await expect(proof).toContainText(t("profile.proof.leadKey"));
  await expect(proof.getByRole("textbox")).toHaveCount(0);
  await looksRight(page, "key", testInfo);
  await page.keyboard.press("Escape");
  await expect(proof).toHaveCount(0);
  await expect(sheet.getByRole("alert")).toContainText(t("errors.proof_required"));
  await expect(email).toHaveValue(colleague.email);
  await expect(reason).toHaveValue("nuovo in squadra");
  const isInSheet = () => page.evaluate(() => document.activeElement?.closest("dialog") !== null);
  expect(await isInSheet(), "the focus is where it was").toBe(true);
  await expectNoAxeViolations(page);

  await hands.press(act);
  const byPasskey = proof.getByRole("button", { name: t("profile.proof.passkey") });
  await device.recognises(false);
  await hands.press(byPasskey);
  await expect(proof.getByRole("alert")).toContainText(t("errors.passkey_invalid"));
  await looksRight(page, "refused", testInfo);
  await device.recognises(true);
  await hands.press(byPasskey);
  await expect(proof).toHaveCount(0);
  await expect(sheet).toHaveCount(0);
  const row = page.getByRole("row").filter({ hasText: colleague.email });
  await expect(row).toContainText(t("staff.log.value.role.staff"));
  const isLost = () => page.evaluate(() => document.activeElement === document.body);
  expect(await isLost(), "the focus is lost").toBe(false);

  await press(page, row.getByRole("button").first());
  await hands.make("revokeStaff", { reason: "era una prova" });
  await expect(row).toHaveCount(0);
  await page.goto(`${path("/dashboard/regia/registro")}?who=${director.email}`);
  for (const why of ["nuovo in squadra", "era una prova"]) {
    await expect(page.getByText(why).first()).toBeVisible();
  }
});

test("a director with an app and no passkey erases a person with a code and without a password", async ({
  page,
  path,
  t,
  newVisitor,
  allowConsole,
}, testInfo) => {
  allowConsole(ASKED);
  // The browser logs a 404, because it requests the page of an erased person before it leaves that page.
  allowConsole(/status of 404/);
  test.setTimeout(120_000);
  const leaving = await newAccount({ name: { first_name: "Nora", last_name: "Nidi" } });
  const visitor = await newVisitor();
  await signIn(visitor, leaving);
  const closed = await visitor.request.delete("/wp-json/wp/v2/users/me", {
    headers: { Origin: SITE },
    data: { password: leaving.password },
  });
  expect(closed.ok()).toBe(true);
  const { app, email } = await becomeStaff(page, { path, t }, "director");
  // Let the re-authentication by the last sign-in expire.
  await wearOff(email);

  await page.goto(`${path("/dashboard/regia/persone")}?search=${leaving.email}`);
  await page.getByRole("link", { name: "Nora Nidi" }).click();
  const hands = handsOn(page, t, path);
  await hands.press(page.getByRole("button", { name: t("staff.person.act.erase"), exact: true }));
  const sheet = page.getByRole("dialog", { name: t("staff.act.of.erasePerson.title") });
  await hands.type(sheet.getByRole("textbox", { name: t("staff.act.reason") }), "lo ha chiesto");
  const verb = t("staff.act.of.erasePerson.verb", { count: 1 });
  const act = sheet.getByRole("button", { name: verb, exact: true });
  await expect(act).not.toHaveAttribute("aria-disabled", "true");
  await hands.press(act);

  const proof = proofOf(page, t);
  const code = proof.getByLabel(t("profile.proof.code"));
  await expect(code).toBeVisible();
  await expect(proof.getByRole("button", { name: t("profile.proof.passkey") })).toHaveCount(0);
  await looksRight(page, "code", testInfo);
  await hands.type(code, "000000");
  await page.keyboard.press("Enter");
  await expect(proof.getByRole("alert")).toContainText(t("errors.code_invalid"));
  await expectNoAxeViolations(page);
  await hands.press(proof.getByRole("button", { name: t("profile.proof.cancel") }));
  await expect(sheet.getByRole("alert")).toContainText(t("errors.proof_required"));
  await hands.press(act);
  await hands.type(code, await app.code());
  await page.keyboard.press("Enter");
  await expect(proof).toHaveCount(0);
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("staff.people.title"));
  await page.goto(`${path("/dashboard/regia/persone")}?search=${leaving.email}`);
  await expect(page.getByRole("link", { name: "Nora Nidi" })).toHaveCount(0);
});
