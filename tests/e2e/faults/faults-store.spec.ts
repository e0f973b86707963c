import { expect, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";
import { pdf } from "../../support/made-files/files";
import { applicationOf, newPhone } from "../../support/people/application";
import { openS3 } from "../../support/servers/open-s3";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";

/**
 * Milliseconds during which the storage bucket is unavailable. The time is longer than the browser's first series of
 * upload retries.
 */
const AWAY = 60_000;

test("while the file store is unavailable the page says so, text is saved, and the upload then completes", async ({
  page,
  path,
  t,
  language,
  allowConsole,
}, info) => {
  test.skip(!hasBuild || language !== "it", "needs a site over a bucket; one language will do");
  test.setTimeout(240_000);
  allowConsole(/503/);
  const s3 = await openS3(info.outputPath("bucket"));
  const site = await startSecondSite({ ...s3.env, UPLOADS_DIR: info.outputPath("uploads") });
  try {
    const app = applicationOf(page, t, (given) => site.url + path(given));
    await signIn(page, await newAccount(), site.url);
    await app.open("documents");
    await s3.turn("closed");
    const began = Date.now();
    const bytes = await pdf({ pages: 3 });
    const box = app.upload("pitch");
    const file = { name: "filo-pitch.pdf", mimeType: "application/pdf", buffer: bytes };
    await app.fileInput("pitch").setInputFiles(file);
    await expect(box.getByText(t("uploads.note.busy"))).toBeVisible({ timeout: 40_000 });
    await expect(box.getByText(t("uploads.state.done"))).toBeHidden();

    await app.next("contact");
    await app.fillContactText(newPhone());
    const project = async () =>
      (await (await page.request.get(`${site.url}/wp-json/wp/v2/project`)).json()).project;
    await expect.poll(async () => (await project()).referente_ruolo).toBe("CEO");
    expect((await page.request.get(`${site.url}/magazine`)).ok()).toBe(true);

    await page.goBack();
    await expect(box.getByRole("alert")).toHaveText(t("uploads.note.unavailable"), {
      timeout: AWAY,
    });
    await page.waitForTimeout(Math.max(0, AWAY - (Date.now() - began)));
    await s3.turn("open");
    await expect(box.getByText(t("uploads.state.done"))).toBeVisible({ timeout: 60_000 });
    const link = await box.getByRole("link").getAttribute("href");
    const stored = await page.request.get(site.url + link);
    expect(Buffer.compare(await stored.body(), bytes)).toBe(0);

    await s3.turn("closed");
    const away = await page.request.get(site.url + link);
    expect([away.status(), (await away.json()).code]).toEqual([503, "unavailable"]);
  } finally {
    await site.stop();
    await s3.close();
  }
});
