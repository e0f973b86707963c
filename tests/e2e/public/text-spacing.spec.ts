import type { Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { ACCOUNT, PUBLIC } from "../../support/browser/looks";
import { untilHydrated } from "../../support/browser/pages";
import { becomeStaff } from "../../support/browser/staff";
import { newEvaluator, signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";

/** The text spacing that pages must bear (WCAG 1.4.12). */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;
const WIDTHS = [360, 768, 1280];
// Use soft expectations, so that one run reports all pages that are too wide.
const softly = expect.configure({ soft: true });

/** Opens pages with wider text spacing. Rejects a page that scrolls sideways. */
async function expectNoSidewaysScroll(page: Page, routes: readonly string[]): Promise<void> {
  for (const route of routes) {
    await page.goto(route, { waitUntil: "load" });
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await untilHydrated(page);
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, SPACING);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await softly.poll(overflow, { message: `${route} at ${width} px` }).toBeLessThanOrEqual(0);
    }
  }
}

test("public pages with wider text spacing do not scroll sideways", async ({ page, path }) => {
  test.setTimeout(180_000);
  await expectNoSidewaysScroll(page, [...PUBLIC, ...ACCOUNT].map(path));
});

test("private pages with wider text spacing do not scroll sideways", async ({ page, path }) => {
  test.setTimeout(120_000);
  await signIn(page, await newApplicant("begun"));
  const steps = ["idea", "challenge", "documents", "contact", "team", "review"];
  const applicant = ["", "/edit-profile", ...steps.map((step) => `/project/${step}`)];
  await expectNoSidewaysScroll(
    page,
    applicant.map((route) => path(`/dashboard${route}`)),
  );
  await page.context().clearCookies();
  await signIn(page, await newEvaluator());
  await expectNoSidewaysScroll(page, [path("/dashboard/evaluation")]);
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  await page.waitForURL(/evaluation\/.+/);
  await expectNoSidewaysScroll(page, [page.url()]);
});

test("the control room with wider text spacing does not scroll sideways", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  test.setTimeout(180_000);
  await becomeStaff(page, { path, t });
  const pages = [
    "",
    "/candidature",
    "/persone",
    "/valutatori",
    "/edizione",
    "/selezione",
    "/email",
  ];
  await expectNoSidewaysScroll(
    page,
    pages.map((one) => path(`/dashboard/regia${one}`)),
  );
});

test("on a phone, names and summaries in the list of evaluators are targets of 24 pixels", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  await becomeStaff(page, { path, t });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path("/dashboard/regia/valutatori"));
  const targets = page.locator("main tbody :is(a, summary)");
  await expect(targets.first()).toBeVisible();
  const small = await targets.evaluateAll((all) =>
    all
      .filter((one) => one.getBoundingClientRect().height < 24)
      .map(({ textContent }) => textContent),
  );
  expect(small).toEqual([]);
});
