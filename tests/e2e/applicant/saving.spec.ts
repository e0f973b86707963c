import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { forgetCookies } from "../../support/browser/consent";
import { newAccount, signIn } from "../../support/browser/visitors";
import { applicationOf } from "../../support/people/application";

test("a field changed on two devices is a conflict for the user to resolve, and nothing is overwritten before", async ({
  page,
  path,
  t,
  newVisitor,
  allowConsole,
}) => {
  // The browser logs the refused save as a failed request.
  allowConsole(/412/);
  const app = applicationOf(page, t, path);
  const account = await newAccount();
  await signIn(page, account);
  await app.open("idea");
  await app.field("nome").fill("Filò");
  await app.saved();

  // Use a separate visitor as another device, because tabs of the same browser notify each other of saves.
  const other = await newVisitor();
  await signIn(other, account);
  const elsewhere = applicationOf(other, t, path);
  await elsewhere.open("idea");
  await elsewhere.field("nome").fill("Filò due");
  await elsewhere.saved();
  await elsewhere.field("idea").fill("Scritta nell’altra finestra");
  await elsewhere.saved();

  await app.field("nome").fill("Filò uno");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(t("project.conflict.title"));
  await expect(dialog).toContainText("Filò uno");
  await expect(dialog).toContainText("Filò due");
  await expectNoAxeViolations(page);
  await expect(app.field("idea")).toHaveValue("Scritta nell’altra finestra");
  await dialog.getByRole("radio", { name: new RegExp(t("project.conflict.theirs")) }).check();
  await dialog.getByRole("button", { name: t("project.conflict.decide") }).click();
  await expect(app.field("nome")).toHaveValue("Filò due");
  await app.field("nome").fill("Filò tre");
  await app.saved();
  await other.reload();
  await expect(elsewhere.field("nome")).toHaveValue("Filò tre");
});

test("an expired session keeps the text, and the save is repeated after signing in", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/401/);
  const app = applicationOf(page, t, path);
  const account = await newAccount();
  await signIn(page, account);
  await app.open("idea");
  await forgetCookies(page.context());
  await app.field("nome").fill("Filò");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(t("session.title"));
  await expectNoAxeViolations(page);
  const password = dialog.getByLabel(t("session.password"), { exact: true });
  await expect(password).toBeFocused();
  await password.fill("sbagliata-davvero");
  await dialog.getByRole("button", { name: t("session.signIn.save") }).click();
  await expect(dialog.getByRole("alert")).toContainText(t("errors.invalid_credentials"));
  await password.fill(account.password);
  await dialog.getByRole("button", { name: t("session.signIn.save") }).click();
  await expect(dialog).toBeHidden();
  await expect(app.field("nome")).toHaveValue("Filò");
  await app.saved();
});

test("without a connection the status shows NOT saved, and the save is repeated when the connection returns", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("idea");
  await page.context().setOffline(true);
  await app.field("nome").fill("Filò");
  const failed = t("project.state.failed", { reason: t("errors.network") });
  await expect(app.bar().getByRole("alert")).toHaveText(failed);
  await expect(app.bar().getByRole("button", { name: t("project.state.tryNow") })).toBeVisible();
  await app.save();
  const report = page.getByText(t("project.failed.save"));
  await expect(report).toBeVisible();
  await expectNoAxeViolations(page);
  await page.context().setOffline(false);
  await expect(app.bar().getByText(t("project.saved.partial"))).toBeVisible();
  await expect(report).toBeHidden();
});

test("text typed before the page's script has loaded is kept and saved", async ({
  page,
  path,
  t,
}) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path("/dashboard/project/idea"), { waitUntil: "commit" });
  await app.field("nome").fill("Filò");
  await app.field("stage").selectOption("stage-prototype");
  release();
  await app.saved();
  await page.reload();
  await expect(app.field("nome")).toHaveValue("Filò");
  await expect(app.field("stage")).toHaveValue("stage-prototype");
});
