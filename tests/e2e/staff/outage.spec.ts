import { SCREENS } from "../../../components/staff/shell/screens";
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

// The tests share one site, so they run one after the other.
test.describe.configure({ mode: "serial" });

test("on a phone, each screen of the control room shows how many emails are stuck", async ({
  path,
  t,
  newVisitor,
}) => {
  test.setTimeout(240_000);
  const rehearse = (moment: string) => site.command("edition", "rehearse", moment);
  await rehearse("last-evening");
  const page = await newVisitor(site.siteUrl);
  await page.setViewportSize({ width: 390, height: 844 });
  await enterDemo(page, site, "rita.neri@slancio.example");
  const screens = page.getByRole("navigation", { name: t("staff.areaNav") });
  for (const { name, path: address } of SCREENS) {
    await page.goto(path(address));
    const mail = screens.getByRole("link", { name: new RegExp(`^${t("staff.screens.mail")}`) });
    await expect(mail, name).toContainText(t("staff.alarm.stuck", { count: 12 }));
    await expect(mail, name).toBeInViewport({ ratio: 1 });
    await expect(screens.locator("[aria-current=page]"), name).toBeInViewport();
  }
  await rehearse("calm");
});

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
