import { applicationOf } from "../support/application";
import { expect, test } from "../support/browser";
import { openLedger, sharedStores } from "../support/ledger";
import { newAccount, signIn } from "../support/visitors";

test("a tab that is closed in the middle of a word still sends it", async ({ page, path, t }) => {
  const app = applicationOf(page, t, path);
  await signIn(page, await newAccount());
  await app.open("idea");
  await app.field("nome").pressSequentially("Filò, scritto in fretta");
  // The browser asks whether to leave; the person leaves.
  page.on("dialog", (dialog) => dialog.accept());
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  const next = await page.context().newPage();
  const later = applicationOf(next, t, path);
  await later.open("idea");
  await expect(later.field("nome")).toHaveValue("Filò, scritto in fretta");
});

test("a tab that is closed without a connection offers its text when it is opened again", async ({
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
  await app.field("nome").fill("Scritto in treno");
  const failed = t("project.state.failed", { reason: t("errors.network") });
  await expect(app.bar().getByRole("alert")).toHaveText(failed);
  // What a browser keeps of a closed tab, for "open again" and after a crash.
  const kept = await page.evaluate(() => Object.entries(window.sessionStorage));
  const context = page.context();
  await page.close();
  await context.setOffline(false);

  const next = await context.newPage();
  await next.addInitScript((entries) => {
    for (const [name, value] of entries) window.sessionStorage.setItem(name, value);
  }, kept);
  const later = applicationOf(next, t, path);
  await later.open("idea");
  await expect(later.field("nome")).toHaveValue("");
  await next.getByRole("button", { name: t("project.offered.take") }).click();
  await expect(later.field("nome")).toHaveValue("Scritto in treno");
  await later.saved();
});

test("two tabs that write in turns end with everything both wrote", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/412/);
  const stores = sharedStores();
  const account = await newAccount();
  await signIn(page, account);
  const other = await page.context().newPage();
  const ledger = openLedger(page);
  const mine = applicationOf(page, t, path);
  const theirs = applicationOf(other, t, path);
  await mine.open("idea");
  await theirs.open("idea");

  await mine.field("nome").fill("Filò");
  await theirs.field("idea").fill("Un’etichetta che racconta.");
  await mine.saved();
  await theirs.saved();
  await mine.field("anno_costituzione").fill("2025");
  await mine.saved();
  await theirs.field("nome").fill("Filò, tessuti parlanti");
  await theirs.saved();
  await mine.choose("costituita", "yes");
  await mine.saved();
  for (const app of [mine, theirs]) {
    await expect(app.field("idea")).toHaveValue("Un’etichetta che racconta.");
  }
  // The name was not being written here, so the other window's stands, without a question.
  await expect(mine.field("nome")).toHaveValue("Filò, tessuti parlanti");
  await expect(page.getByRole("dialog")).toBeHidden();
  if (!stores) return;
  const stored = await ledger.reconcile("two tabs in turns", account.email, stores);
  expect(stored.fields).toMatchObject({
    nome: "Filò, tessuti parlanti",
    idea: "Un’etichetta che racconta.",
    anno_costituzione: "2025",
    costituita: "yes",
  });
});
