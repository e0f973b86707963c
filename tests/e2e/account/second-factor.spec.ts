import type { Locator, Page } from "playwright/test";
import {
  alertOf,
  proveByPassword,
  REFUSED,
  signIn as signInByForm,
} from "../../support/browser/account-forms";
import { appPartOf, takeApp } from "../../support/browser/authenticator-app";
import { expect, expectNoAxeViolations, test, type Words } from "../../support/browser/browser";
import { press, typeInto } from "../../support/browser/keyboard";
import { command, newAccount, newEvaluator, signIn } from "../../support/browser/visitors";
import { fitsEveryWidth } from "../../support/browser/widths";
import { mayServeBeside, serveBeside } from "../../support/servers/beside";

const CODES = /the server responded with a status of (401|403|409|410|422)/;

async function signOut(page: Page) {
  await page.context().clearCookies({ name: /access|refresh|signed_in/ });
}

/** Fills in and submits the sign-in form with the keyboard only. */
async function typeLogin(page: Page, t: Words, email: string, password: string) {
  await typeInto(page, page.getByLabel(t("account.email")), email);
  await typeInto(page, page.getByLabel(t("account.password"), { exact: true }), password);
  await page.keyboard.press("Enter");
}

/** Enters the password of an account with a second factor, and stops at the second step of the sign-in. */
async function typePassword(page: Page, t: Words, email: string, password: string) {
  await typeLogin(page, t, email, password);
  await expect(page.getByRole("heading", { name: t("login.code.title") })).toBeVisible();
}

test("an authenticator app is added, required at sign-in, replaced by a recovery code and removed, by keyboard only", async ({
  page,
  path,
  t,
  language,
  mailbox,
  allowConsole,
}) => {
  allowConsole(CODES);
  const person = await newAccount({ language });
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = appPartOf(page, t);
  await press(page, part.getByRole("button", { name: t("profile.app.add") }));
  const proof = page.getByRole("dialog", { name: t("profile.proof.title") });
  await typeInto(
    page,
    proof.getByLabel(t("profile.proof.password"), { exact: true }),
    person.password,
  );
  await page.keyboard.press("Enter");

  const adding = page.getByRole("dialog", { name: t("profile.app.adding.title") });
  const qr = adding.getByRole("img", { name: t("profile.app.adding.qr") });
  await expect(qr.locator("path")).toHaveAttribute("d", /^M/);
  await expectNoAxeViolations(page);
  await typeInto(page, adding.getByLabel(t("profile.app.adding.code")), "000000");
  await page.keyboard.press("Enter");
  await expect(adding.getByRole("alert")).toContainText(t("errors.code_invalid"));
  const { app, codes } = await takeApp(page, t);
  const sheet = page.getByRole("dialog", { name: t("profile.app.codes.title") });
  await expectNoAxeViolations(page);
  await page.emulateMedia({ media: "print" });
  await expect(sheet.getByText(codes[0] ?? "")).toBeVisible();
  await expect(sheet.getByText(person.email)).toBeVisible();
  await expect(page.locator("h1")).toBeHidden();
  await expect(sheet.locator("button").first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await press(page, sheet.getByRole("button", { name: t("profile.app.codes.done") }));
  await expect(part).toContainText(t("profile.app.codesLeft", { count: 8 }));
  expect(await mailbox.link(person.email, path("/dashboard/edit-profile"), 2)).toBeTruthy();

  await signOut(page);
  await page.goto(path("/login"));
  await typePassword(page, t, person.email, person.password);
  await expectNoAxeViolations(page);
  const typed = page.getByLabel(t("login.code.app.label"));
  await typeInto(page, typed, "000000");
  await page.keyboard.press("Enter");
  await expect(alertOf(page)).toContainText(t("errors.code_invalid"));
  await expectNoAxeViolations(page);
  await typeInto(page, typed, await app.code());
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard")}`);

  await signOut(page);
  await page.goto(path("/login"));
  await typePassword(page, t, person.email, person.password);
  await press(page, page.getByRole("button", { name: t("login.code.recovery.use") }));
  const recovery = page.getByLabel(t("login.code.recovery.label"));
  await expect(recovery).toBeFocused();
  await page.keyboard.type(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard")}`);

  // The user signed in recently, so no dialog asks for re-authentication.
  await page.goto(path("/dashboard/edit-profile"));
  await expect(part).toContainText(t("profile.app.codesLeft", { count: 7 }));
  await press(page, part.getByRole("button", { name: t("profile.app.remove") }));
  const question = page.getByRole("dialog", { name: t("profile.app.removeQuestion") });
  await expect(question).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page, question.getByRole("button", { name: t("profile.app.removeConfirm") }));
  await expect(part.getByRole("button", { name: t("profile.app.add") })).toBeVisible();

  await signOut(page);
  await page.goto(path("/login"));
  await typeLogin(page, t, person.email, person.password);
  await page.waitForURL(`**${path("/dashboard")}`);
});

test("re-authentication accepts a code, reports a used one, and new recovery codes void the old ones", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(CODES);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = appPartOf(page, t);
  await part.getByRole("button", { name: t("profile.app.add") }).click();
  await proveByPassword(page, t, person.password);
  const { codes } = await takeApp(page, t);
  await page.getByRole("button", { name: t("profile.app.codes.done") }).click();
  await part.getByRole("button", { name: t("profile.app.renew") }).click();
  const sheet = page.getByRole("dialog", { name: t("profile.app.codes.title") });
  await expect(sheet.getByRole("listitem")).toHaveCount(8);
  const renewed = await sheet.getByRole("listitem").allInnerTexts();
  await sheet.getByRole("button", { name: t("profile.app.codes.done") }).click();

  await signOut(page);
  await page.goto(path("/login"));
  await signInByForm(page, t, person.email, person.password);
  await page.getByRole("button", { name: t("login.code.recovery.use") }).click();
  const field = page.getByLabel(t("login.code.recovery.label"));
  await field.fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(alertOf(page)).toContainText(t("errors.code_invalid"));
  await field.fill(renewed[0] ?? "");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard")}`);

  await signOut(page);
  await page.goto(path("/login"));
  await signInByForm(page, t, person.email, person.password);
  await page.getByRole("button", { name: t("login.code.recovery.use") }).click();
  await field.fill(renewed[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(alertOf(page)).toContainText(t("errors.code_used"));
  await page.getByRole("button", { name: t("login.code.back") }).click();
  await expect(page.getByLabel(t("account.email"))).toBeVisible();
});

test("a second factor reset by two staff members is cancelled when the owner signs in with the second factor", async ({
  page,
  path,
  t,
  language,
  mailbox,
  allowConsole,
}) => {
  allowConsole(CODES);
  const person = await newAccount({ language });
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = appPartOf(page, t);
  await part.getByRole("button", { name: t("profile.app.add") }).click();
  await proveByPassword(page, t, person.password);
  const { app } = await takeApp(page, t);
  await page.getByRole("button", { name: t("profile.app.codes.done") }).click();
  const two = ["--by", "Ugo Verdi", "--and", "Rita Neri", "--reason", "telefono perso", "--yes"];
  await command("user", "second-factor", "reset", person.email, ...two);
  await page.reload();
  await expect(part).toContainText(t("profile.app.reset"));
  await expectNoAxeViolations(page);

  const link = await mailbox.link(person.email, path("/login"), 3);
  await signOut(page);
  await page.goto(link);
  await typePassword(page, t, person.email, person.password);
  await typeInto(page, page.getByLabel(t("login.code.app.label")), await app.code());
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${path("/dashboard")}`);
  await page.goto(path("/dashboard/edit-profile"));
  await expect(part).toContainText(t("profile.app.codesLeft", { count: 8 }));
  await expect(part).not.toContainText(t("profile.app.reset"));
});

test.describe("a role that requires a second factor", () => {
  test.skip(!mayServeBeside, "needs a site of another configuration beside the one under test");

  test("an evaluator without a second factor is led to add one and can then open the projects", async ({
    page,
    path,
    t,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    const { url, stop } = await serveBeside("second-factor", { SECOND_FACTOR: "evaluators" });
    try {
      const person = await newEvaluator();
      await page.goto(url + path("/login"));
      await signInByForm(page, t, person.email, person.password);
      await page.waitForURL(`**${path("/dashboard/edit-profile")}`);
      await page.goto(url + path("/dashboard/evaluation"));
      await page.waitForURL(`**${path("/dashboard/edit-profile")}`);
      await expect(
        page.getByRole("status").filter({ hasText: t("profile.app.needed") }),
      ).toBeVisible();
      await expectNoAxeViolations(page);
      const part = appPartOf(page, t);
      await part.getByRole("button", { name: t("profile.app.add") }).click();
      await proveByPassword(page, t, person.password);
      await takeApp(page, t);
      await page.getByRole("button", { name: t("profile.app.codes.done") }).click();
      await expect(page.getByText(t("profile.app.needed"))).toBeHidden();
      await page.goto(url + path("/dashboard/evaluation"));
      await expect(page).toHaveURL(new RegExp(`${path("/dashboard/evaluation")}$`));
      await expect(page.locator("h1")).toBeVisible();
    } finally {
      // Leave the page before the site stops, because the page's pending requests would fail.
      await page.goto("about:blank");
      await stop();
    }
  });
});

test("the app's section, its dialogs and the second sign-in step fit each width", async ({
  page,
  path,
  t,
  allowConsole,
}, testInfo) => {
  allowConsole(CODES);
  const person = await newAccount();
  await signIn(page, person);
  await page.goto(path("/dashboard/edit-profile"));
  const part = appPartOf(page, t);
  await part.getByRole("button", { name: t("profile.app.add") }).click();
  await proveByPassword(page, t, person.password);
  const each = (name: string, about?: Locator) => fitsEveryWidth(page, name, testInfo, about);
  await page.getByRole("dialog", { name: t("profile.app.adding.title") }).waitFor();
  await each("adding");
  await takeApp(page, t);
  await each("codes");
  await page.pdf({ path: testInfo.outputPath("codes.pdf"), format: "A4" });
  await page.getByRole("button", { name: t("profile.app.codes.done") }).click();
  await each("part", part);
  await signOut(page);
  await page.goto(path("/login"));
  await signInByForm(page, t, person.email, person.password);
  await page.getByRole("heading", { name: t("login.code.title") }).waitFor();
  await each("login");
  await page.getByRole("button", { name: t("login.code.recovery.use") }).click();
  await each("login-recovery");
});
