import { expect, pathIn, test, wordsOf } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");

type Site = Awaited<ReturnType<typeof openOwnSite>>;
let site: Site;

test.beforeAll(async ({ language }) => {
  test.setTimeout(120_000);
  if (language === "it") site = await openOwnSite();
});
test.afterAll(() => site?.close());

test("without the database private pages are a server-rendered 503 with a message", async ({
  page,
  language,
  allowConsole,
}) => {
  test.skip(language !== "it", "both languages are asked for here");
  test.setTimeout(120_000);
  allowConsole(/Failed to load resource|50\d/);
  await signIn(page, await newAccount(site), site.siteUrl);
  await page.goto(`${site.siteUrl}/dashboard`);
  await site.stopDatabase();
  for (const lang of ["it", "en"] as const) {
    const t = wordsOf(lang);
    for (const place of ["/dashboard", "/dashboard/project/idea", "/dashboard/edit-profile"]) {
      const answer = await page.request.get(site.siteUrl + pathIn(lang, place));
      expect(answer.status(), place).toBe(503);
      expect(answer.headers()["retry-after"]).toMatch(/^\d+$/);
      expect(answer.headers()["cache-control"]).toContain("no-store");
      const html = await answer.text();
      expect(html).toContain(`<html lang="${lang}"`);
      expect(html).toContain(t("errorPage.unavailable"));
    }
  }
  await page.goto(`${site.siteUrl}/dashboard`);
  const t = wordsOf("it");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("errorPage.unavailable"));
  await site.startDatabase();
  await expect(async () => {
    await page.getByRole("button", { name: t("errorPage.retry") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("dashboard.title"), {
      timeout: 5000,
    });
  }).toPass({ timeout: 60_000 });
});
