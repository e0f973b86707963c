import { expect, test } from "../../support/browser/browser";
import { slowDown } from "../../support/browser/slow-line";
import { newAccount, signIn } from "../../support/browser/visitors";
import { heavyVideo, pdf } from "../../support/made-files/files";
import { applicationOf, beginning, newPhone } from "../../support/people/application";
import { openLedger } from "../../support/people/ledger";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");

type Site = Awaited<ReturnType<typeof openOwnSite>>;
let site: Site;

test.beforeAll(async ({ language }) => {
  test.setTimeout(120_000);
  if (language === "it") site = await openOwnSite();
});
test.afterAll(() => site?.close());

test("a page survives a killed server and a stopped database, and loses nothing", async ({
  page,
  path,
  t,
  language,
  allowConsole,
}) => {
  test.skip(language !== "it", "one language is enough here");
  test.setTimeout(240_000);
  allowConsole(/Failed to load resource|ERR_|50\d|412/);
  const app = applicationOf(page, t, (given) => site.siteUrl + path(given));
  const account = await newAccount(site);
  const ledger = openLedger(page);
  const bar = app.bar();
  const again = bar.getByRole("button", { name: t("project.state.tryNow") });
  const saved = bar.getByText(beginning(t("project.state.saved", { time: "§" })));
  const isSave = (sent: { url(): string; method(): string }) =>
    sent.method() === "POST" && sent.url().endsWith("/wp-json/wp/v2/project");

  await signIn(page, account, site.siteUrl);
  await app.open("idea");
  await app.fillIdea("Filò");

  await test.step("a save during a kill shows the failure and succeeds when the server is back", async () => {
    const release = await site.hold(account.email);
    const saving = page.waitForRequest(isSave);
    await app.field("nome").fill("Filò dopo la caduta");
    await saving;
    site.kill();
    await release();
    const failed = t("project.state.failed", { reason: t("errors.network") });
    await expect(bar.getByRole("alert")).toHaveText(failed);
    await app.field("idea").fill("Scritta mentre il server era giù.");
    await site.start();
    await expect(saved).toBeVisible({ timeout: 40_000 });
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  await test.step("an upload during a kill continues from its last byte", async () => {
    await app.next("challenge");
    await app.choose("sustainableretail", "no");
    await app.saved();
    await app.next("documents");
    await app.fileInput("pitch").setInputFiles({
      name: "filo-pitch.pdf",
      mimeType: "application/pdf",
      buffer: await pdf({ pages: 3 }),
    });
    await expect(app.upload("pitch").getByText(t("uploads.state.done"))).toBeVisible();
    const restore = await slowDown(page, 2_000_000);
    const box = app.upload("video");
    await app.fileInput("video").setInputFiles({
      name: "filo.mp4",
      mimeType: "video/mp4",
      buffer: heavyVideo(12_000_000),
    });
    // Wait until the server has the first 4 MiB chunk of the file and receives the second.
    await page.waitForRequest(
      (sent) => sent.method() === "PATCH" && Number(sent.headers()["upload-offset"]) > 0,
    );
    site.kill();
    await expect(box.getByText(t("uploads.note.offline"))).toBeVisible({ timeout: 15_000 });
    await site.start();
    await restore();
    const resumed = page.waitForRequest(
      (sent) => sent.method() === "PATCH" && Number(sent.headers()["upload-offset"]) > 0,
    );
    await resumed;
    await expect(box.getByText(t("uploads.state.done"))).toBeVisible({ timeout: 40_000 });
  });

  await test.step("a stopped database shows a clear message, and all requests recover automatically", async () => {
    await app.next("contact");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("steps.title.contact"));
    await site.stopDatabase();
    await app.fillContactText(newPhone());
    const failed = t("project.state.failed", { reason: t("project.state.why.unavailable") });
    await expect(bar.getByRole("alert")).toHaveText(failed, { timeout: 15_000 });
    await site.startDatabase();
    await expect(saved).toBeVisible({ timeout: 40_000 });
    await app.next("team");
    await app.addMember("Bruno Neri", newPhone());
    await app.saved();
  });

  await test.step("an application sent during a kill is sent once, with one receipt and one email", async () => {
    await app.next("review");
    const send = bar.getByRole("button", { name: t("project.review.send"), exact: true });
    const release = await site.hold(account.email);
    const sending = page.waitForRequest((sent) => sent.url().endsWith("/project/send"));
    await send.click();
    await sending;
    site.kill();
    await release();
    await expect(page.getByText(t("project.failed.send"))).toBeVisible();
    await site.start();
    await send.click();
    const title = page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(t("project.review.sentTitle"), { timeout: 20_000 });
    await expect(again).toBeHidden();
    const { text } = await site.mailbox.newest(account.email, 2);
    const stored = await ledger.reconcile(
      "server killed, database stopped",
      account.email,
      site.stores,
    );
    expect(stored.fields).toMatchObject({
      nome: "Filò dopo la caduta",
      idea: "Scritta mentre il server era giù.",
      referente_ruolo: "CEO",
      team: [{ name: "Bruno Neri" }],
    });
    expect(stored.files.map(({ field, size }) => [field, size > 0]).sort()).toEqual([
      ["pitch", true],
      ["video", true],
    ]);
    expect(stored.files.find(({ field }) => field === "video")?.size).toBe(
      heavyVideo(12_000_000).length,
    );
    expect(stored.receipts).toHaveLength(1);
    expect(text).toContain(stored.receipts[0]?.number);
    expect(stored.mails).toBe(1);
  });
});
