import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { enterDemo } from "../../support/browser/hands";
import { canOpenOwnSite, openOwnSite } from "../../support/servers/own-site";

// Use a separate site, because these tests stop its database.
test.skip(!canOpenOwnSite(), "needs a build to serve beside the site of this run");

type Site = Awaited<ReturnType<typeof openOwnSite>>;
let site: Site;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  site = await openOwnSite();
});
test.afterAll(() => site?.close());

test("a stopped database under an open dialog loses nothing, and the action is executed once", async ({
  path,
  t,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/status of 50\d/);
  test.setTimeout(240_000);
  const page = await newVisitor(site.siteUrl);
  await enterDemo(page, site, "rita.neri@slancio.example");
  await page.goto(path("/dashboard/regia/candidature"));
  const row = page.locator("tbody tr").first();
  await row.focus();
  await page.keyboard.press("x");
  await page.keyboard.press("p");
  const sheet = page.getByRole("dialog");
  const reason = sheet.getByRole("textbox", { name: t("staff.act.reason") });
  await sheet.locator('input[type="date"]').fill("2099-01-02");
  await reason.fill("linea caduta");
  const act = sheet.getByRole("button", {
    name: t("staff.act.of.extendApplications.verb", { count: 1 }),
  });
  await expect(act).not.toHaveAttribute("aria-disabled", "true");

  await site.stopDatabase();
  await act.press("Enter");
  await expect(sheet.getByText(t("staff.act.unsure"))).toBeVisible({ timeout: 60_000 });
  await expect(reason).toHaveValue("linea caduta");
  await expectNoAxeViolations(page);

  await site.startDatabase();
  await expect(async () => {
    if (await sheet.count()) await act.press("Enter", { timeout: 1_000 });
    await expect(sheet).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  const given = await site.sql("select 1 from acts where act = 'edition.extend'");
  expect(given).toHaveLength(1);
});
