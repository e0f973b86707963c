import { SCREENS } from "../../../components/staff/shell/screens";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { becomeStaff } from "../../support/browser/staff";

/** The printable area of A4 with a browser's default margins, in pixels. */
const PAPER = { width: 718, height: 1047 };
const TOOLS = "main :is(button, input, textarea)";

test("each screen prints completely, black on white, without its controls", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  test.setTimeout(240_000);
  await becomeStaff(page, { path, t });
  await page.goto(path("/dashboard/regia/candidature"));
  const one = await page.locator("tbody th a").first().getAttribute("href");
  await page.setViewportSize(PAPER);
  for (const at of [...SCREENS.map((screen) => path(screen.path)), String(one)]) {
    await page.emulateMedia({ media: "screen" });
    await page.goto(at);
    await page.locator("h1").first().waitFor();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, at).toBeLessThanOrEqual(PAPER.width);
    for (const tool of await page.locator(TOOLS).all()) await expect(tool, at).toBeHidden();
    await expect(page.getByRole("contentinfo"), at).toBeHidden();
    // The edition's select field is printed, because it shows which edition the page is about.
    await expect(page.locator("main select:visible"), at).toHaveCount(1);
    await expect(page.getByRole("combobox", { name: t("staff.edition") }), at).toBeVisible();
    await expectNoAxeViolations(page);
  }
});
