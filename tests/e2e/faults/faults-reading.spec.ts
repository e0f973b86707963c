import { join } from "node:path";
import { openStore } from "@/backend/store/open-store";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { newEvaluator, signIn } from "../../support/browser/visitors";
import { openS3 } from "../../support/servers/open-s3";
import { hasBuild, startSecondSite } from "../../support/servers/second-site";

const FILES = process.env.FILES_DIR ?? "";

test("an evaluator without the file store gets a message, can score, and sees the files when the store is back", async ({
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
    await signIn(page, await newEvaluator(), site.url);
    const read = async (given: string) =>
      (await page.request.get(`${site.url}/wp-json/wp/v2/projects${given}`)).json();
    const { id } = (await read("?search=alga+madre")).projects[0];
    const { pitch, video: film } = (await read(`/${id}`)).project;
    const store = openStore(s3.bucket);
    for (const file of [pitch, film]) await store.put(file.id, join(FILES, file.id));

    await s3.turn("closed");
    await page.goto(site.url + path(`/dashboard/evaluation/${id}`));
    const heading = page.getByRole("heading", { name: t("evaluation.sheet.section.documents") });
    // Repeat the check, because a page that is still loading scrolls back to its top.
    const told = page.getByRole("alert").filter({ hasText: t("errors.unavailable") });
    await expect(async () => {
      await heading.scrollIntoViewIfNeeded();
      await expect(told).toHaveCount(2, { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expectNoAxeViolations(page);
    await expect(page.getByText(t("evaluation.files.notPlayable"))).toBeHidden();

    await test.step("the texts are displayed, and a note is saved", async () => {
      await page.getByLabel(t("evaluation.sheet.note"), { exact: true }).fill("Letto senza file");
      const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
      await expect(page.getByText(saved)).toBeVisible();
    });

    await s3.turn("open");
    const again = told.getByRole("button", { name: t("loading.retry") });
    await again.first().click();
    await again.first().click();
    await expect(page.getByRole("region", { name: new RegExp(pitch.name) })).toBeVisible();
    const length = () => page.locator("video").evaluate((seen: HTMLVideoElement) => seen.duration);
    await expect.poll(length).toBeGreaterThan(0);
  } finally {
    await site.stop();
    await s3.close();
  }
});
