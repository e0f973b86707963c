import type { Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";

/** Every element of the finished page by its place and how its text is set. */
function looks(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("header, main, footer, :is(header, main, footer) *")].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, fontFamily, display } = getComputedStyle(element);
        const box = [x, y, width, height].map((length) => Math.round(length)).join(" ");
        return `${element.nodeName} ${element.classList} ${box} ${color} ${backgroundColor} ${fontFamily} ${display}`;
      },
    ),
  );
}

test("a page is whole with the styles it brings, before its sheets come", async ({
  browser,
  path,
}) => {
  // Without scripts only styles change anything; with them, style sheets come when nobody is waiting.
  for (const address of ["/", "/call-for-ideas", "/network", "/magazine/1", "/no/such/page"]) {
    const seen: string[][] = [];
    for (const hasSheets of [false, true]) {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        // Two moments of the ring's jump would be two positions.
        reducedMotion: "reduce",
        viewport: { width: 1024, height: 800 },
      });
      const page = await context.newPage();
      if (hasSheets) {
        await page.route(path(address), async (route) => {
          const response = await route.fetch();
          const html = await response.text();
          expect(html).toContain('media="not all"');
          await route.fulfill({ response, body: html.replaceAll(' media="not all"', "") });
        });
      } else {
        await page.route("**/*.css", (route) => route.abort());
      }
      await page.goto(path(address), { waitUntil: "networkidle" });
      await page.evaluate(() => document.fonts.ready);
      seen.push(await looks(page));
      await context.close();
    }
    const [before = [], after = []] = seen;
    expect(before.length).toBeGreaterThan(50);
    expect(before.filter((element, index) => element !== after[index])).toEqual([]);
  }
});

test("its sheets count as soon as scripts run", async ({ page, path }) => {
  await page.goto(path("/"));
  await expect(page.locator('link[rel="stylesheet"][media="all"]')).not.toHaveCount(0);
  // But the one whose rules stand in the page: its typefaces, met again, would have all text laid out again.
  const waiting = page.locator('link[rel="stylesheet"][media="not all"]');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).toHaveAttribute("data-whole");
});
