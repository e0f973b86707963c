import type { Page } from "playwright/test";
import { SCREENS } from "../../../components/staff/shell/screens";
import { expect, test } from "../../support/browser/browser";
import { ACCOUNT, PUBLIC } from "../../support/browser/looks";
import { untilHydrated } from "../../support/browser/pages";
import { becomeStaff } from "../../support/browser/staff";
import { newEvaluator, signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";

/** The text spacing with which pages must still be readable (WCAG 1.4.12). */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`;
const WIDTHS = [320, 768, 1280];
// Use soft expectations, so that one run reports all pages that are too wide.
const softly = expect.configure({ soft: true });

/**
 * Returns the texts of the page that an ancestor cuts off. Omits texts for screen readers, texts that scroll, and texts
 * with an ellipsis.
 */
function cutTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (!node.data.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    // Ignore transparent texts: on phones, the labels of a chart's axis are transparent if there is no space for them.
    if (text.width < 2 || getComputedStyle(parent).color === "rgba(0, 0, 0, 0)") continue;
    for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, clipPath } = getComputedStyle(box);
      const { left, right, top, bottom, width } = box.getBoundingClientRect();
      const scrolls = [overflowX, overflowY].some((one) => one === "auto" || one === "scroll");
      if (width < 2 || scrolls || textOverflow === "ellipsis" || clipPath !== "none") break;
      const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const isCut =
        (cuts(overflowX) && (text.right > right + 1 || text.left < left - 1)) ||
        (cuts(overflowY) && (text.bottom > bottom + 1 || text.top < top - 1));
      if (isCut) found.add(node.data.trim());
    }
  }
  return [...found];
}

/** Opens pages with wider text spacing. Rejects a page that scrolls sideways or cuts a text. */
async function expectRoom(page: Page, routes: readonly string[]): Promise<void> {
  for (const route of routes) {
    await page.goto(route, { waitUntil: "load" });
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible({ timeout: 30_000 });
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
      const message = `${route} at ${width} px`;
      await softly.poll(overflow, { message }).toBeLessThanOrEqual(0);
      await softly.poll(() => page.evaluate(cutTexts), { message }).toEqual([]);
    }
  }
}

test("public pages with wider text spacing do not scroll sideways and cut no text", async ({
  page,
  path,
}) => {
  test.setTimeout(300_000);
  await expectRoom(page, [...PUBLIC, ...ACCOUNT].map(path));
});

test("private pages with wider text spacing do not scroll sideways and cut no text", async ({
  page,
  path,
}) => {
  test.setTimeout(240_000);
  await signIn(page, await newApplicant("begun"));
  const steps = ["idea", "challenge", "documents", "contact", "team", "review"];
  const applicant = ["", "/edit-profile", ...steps.map((step) => `/project/${step}`)];
  await expectRoom(
    page,
    applicant.map((route) => path(`/dashboard${route}`)),
  );
  await page.context().clearCookies();
  await signIn(page, await newEvaluator());
  await expectRoom(page, [path("/dashboard/evaluation")]);
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  await page.waitForURL(/evaluation\/.+/);
  await expectRoom(page, [page.url()]);
});

test("the control room with wider text spacing does not scroll sideways and cuts no text", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  test.setTimeout(300_000);
  await becomeStaff(page, { path, t });
  const further = ["/avvisi", "/email/lettere", "/valutatori/assegnazione", "/persone/richieste"];
  await expectRoom(page, [
    ...SCREENS.map((screen) => path(screen.path)),
    ...further.map((one) => path(`/dashboard/regia${one}`)),
  ]);
  for (const list of ["candidature", "persone"]) {
    await page.goto(path(`/dashboard/regia/${list}`));
    await page.locator("tbody a").first().click();
    await page.waitForURL(/regia\/\w+\/[\w-]+/);
    await expectRoom(page, [page.url()]);
  }
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
