import { expect, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";
import { applicationOf } from "../../support/people/application";
import { openLedger, sharedStores } from "../../support/people/ledger";
import { openHoldingLink } from "../../support/servers/link";

test("a tab closed while the user types still saves the text", async ({ page, path, t }) => {
  const [save, other] = ["POST /wp-json/wp/v2/project", "GET /wp-json/health"];
  const link = await openHoldingLink(process.env.E2E_BASE_URL ?? "", [save, other]);
  const app = applicationOf(page, t, (given) => link.url + path(given));
  await signIn(page, await newAccount());
  // Stop the page's clock, so that the page saves nothing before the tab closes.
  await page.clock.install();
  await app.open("idea");
  await page.evaluate(() => void fetch("/wp-json/health").catch(() => {}));
  const ordinary = await link.held(other);
  await page.clock.pauseAt(Date.now() + 60_000);
  await app.field("nome").pressSequentially("Filò, scritto in fretta");
  // The browser asks whether to leave the page. The test confirms.
  page.on("dialog", (dialog) => dialog.accept());
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;

  // On a slow connection, the browser cancels a closed page's ordinary requests before they arrive. Wait until the
  // browser has cancelled an ordinary request, because the save must still arrive after that.
  const late = await link.held(save);
  await expect.poll(ordinary.isGone).toBe(true);
  const next = await page.context().newPage();
  await next.clock.resume();
  const later = applicationOf(next, t, (given) => link.url + path(given));
  await later.open("idea");
  await expect(later.field("nome")).toHaveValue("");
  expect(late.isGone()).toBe(false);
  late.release();
  await expect(async () => {
    await later.open("idea");
    await expect(later.field("nome")).toHaveValue("Filò, scritto in fretta", { timeout: 1000 });
  }).toPass();
  link.close();
});

test("after a tab closed offline, the next tab offers its text to the same account only", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const context = page.context();
  const account = await newAccount();
  await signIn(page, account);
  await writeOffline(page, t, path);
  await page.close();
  await context.setOffline(false);

  const next = await context.newPage();
  const later = applicationOf(next, t, path);
  const offer = next.getByText(t("project.offered.title"));
  await signIn(next, await newAccount());
  await later.open("idea");
  await expect(next.getByText(t("project.state.nothing"))).toBeVisible();
  await expect(offer).toBeHidden();

  await signIn(next, account);
  await later.open("idea");
  await expect(offer).toBeVisible();
  await expect(later.field("nome")).toHaveValue("");
  await next.getByRole("button", { name: t("project.offered.take") }).click();
  await expect(later.field("nome")).toHaveValue("Scritto in treno");
  await later.saved();
  expect(await next.evaluate(keptNames)).toEqual([]);
});

test("the unsaved text of a crashed tab is offered by the next one until its account signs out", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const context = page.context();
  await signIn(page, await newAccount());
  await writeOffline(page, t, path);
  const crashed = page.waitForEvent("crash");
  const devtools = await context.newCDPSession(page);
  void devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  // Close the crashed page, because it no longer responds. The account's next page must offer the unsaved text.
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await applicationOf(next, t, path).open("idea");
  await expect(next.getByText(t("project.offered.title"))).toBeVisible();
  expect(await next.evaluate(keptNames)).toHaveLength(1);
  await next.getByRole("button", { name: t("account.signOut") }).click();
  await expect(next).toHaveURL(/\/login/);
  expect(await next.evaluate(keptNames)).toEqual([]);
});

/** Types a project name while the browser is offline. */
async function writeOffline(...[page, t, path]: Parameters<typeof applicationOf>) {
  const app = applicationOf(page, t, path);
  await app.open("idea");
  await page.context().setOffline(true);
  await app.field("nome").fill("Scritto in treno");
  const failed = t("project.state.failed", { reason: t("errors.network") });
  await expect(app.bar().getByRole("alert")).toHaveText(failed);
}

/** Returns the storage keys under which the browser keeps unsaved text. */
function keptNames(): string[] {
  return Object.keys(window.localStorage).filter((name) => name.includes(".unsaved."));
}

test("two tabs that save alternately keep the text of both", async ({
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
  // The first window has no unsaved project name, so it shows the second window's project name without asking.
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
