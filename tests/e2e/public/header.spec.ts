import type { Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { openReady, untilReady } from "../../support/browser/pages";

const PAGE = "/call-for-ideas";
const SIZES = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls the page by a distance, a few pixels in each frame, as a finger does. */
async function wheel(page: Page, pixels: number) {
  const goal = (await scrolled(page)) + pixels;
  const step = 15 * Math.sign(pixels);
  for (let left = pixels; left !== 0; left -= step) {
    await page.mouse.wheel(0, step);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect.poll(() => scrolled(page)).toBe(goal);
}

/** Returns all values that the header's `data-hidden` attribute has had in the current document. */
const turns = (page: Page) => page.evaluate(() => (window as unknown as { turns: string[] }).turns);

/** Returns the header's distance from the top and its color in a page's first frame. */
const firstFrame = (page: Page, path: string) =>
  page.evaluate(
    (at) => (window as unknown as { frames: Record<string, unknown> }).frames[at],
    path,
  );

/** Scrolls down and up until the header reacts. The header reacts only after its script runs. */
async function untilItListens(page: Page) {
  const header = page.getByRole("banner");
  const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo(0, y), top);
  await expect(async () => {
    await scrollTo(0);
    await scrollTo(200);
    await expect(header).toHaveAttribute("data-hidden", "true", { timeout: 1000 });
  }).toPass();
  await scrollTo(0);
  await expect(header).toHaveAttribute("data-hidden", "false");
  await page.evaluate(() => Object.assign(window, { turns: [] }));
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { turns: [] as (string | undefined)[] });
    new MutationObserver((changes) => {
      for (const { target } of changes) seen.turns.push((target as HTMLElement).dataset.hidden);
    }).observe(document, { subtree: true, attributeFilter: ["data-hidden"] });
    const { frames } = Object.assign(window, { frames: {} as Record<string, unknown> });
    (function look() {
      const header = document.querySelector("header");
      if (header)
        frames[location.pathname] ??= [
          header.getBoundingClientRect().top,
          getComputedStyle(header).backgroundColor,
        ];
      requestAnimationFrame(look);
    })();
  });
});

for (const viewport of SIZES) {
  test.describe(`the header at ${viewport.width} pixels`, () => {
    test.use({ viewport });

    test.beforeEach(async ({ page, path }) => {
      await openReady(page, path(PAGE));
      await untilItListens(page);
      await page.mouse.move(viewport.width / 2, viewport.height / 2);
    });

    test("the header hides and appears once for each change of direction", async ({ page }) => {
      const header = page.getByRole("banner");
      await wheel(page, 600);
      await expect(header).not.toBeInViewport();
      await wheel(page, -300);
      await expect(header).toBeInViewport({ ratio: 0.9 });
      await wheel(page, 600);
      await expect(header).not.toBeInViewport();
      expect(await turns(page)).toEqual(["true", "false", "true"]);
      await wheel(page, -900);
      await expect(header).toBeInViewport({ ratio: 0.9 });
      await expect(header).toHaveAttribute("data-solid", "false");
      expect(await turns(page)).toEqual(["true", "false", "true", "false"]);
    });

    test("keyboard focus shows the header, and focus left by the mouse does not keep it", async ({
      page,
      t,
    }) => {
      const header = page.getByRole("banner");
      await wheel(page, 600);
      await expect(header).not.toBeInViewport();
      await page.locator("main").evaluate((main) => main.focus({ preventScroll: true }));
      await page.keyboard.press("Shift+Tab");
      await expect(header.locator(":focus-visible")).toBeInViewport({ ratio: 0.9 });
      await page.mouse.click(1, viewport.height / 2);
      await expect(header).not.toBeInViewport();

      await wheel(page, -30);
      await header.getByRole("button", { name: t("header.menu") }).click();
      const menu = page.getByRole("dialog", { name: t("header.menu") });
      await menu.getByRole("button", { name: t("header.close") }).click();
      await expect(menu).toBeHidden();
      await wheel(page, 60);
      await expect(header).not.toBeInViewport();
    });

    test("an anchor, a reload and the back button each move the header once at most", async ({
      page,
      path,
    }) => {
      const header = page.getByRole("banner");
      await page.evaluate(() => {
        location.hash = [...document.querySelectorAll("main details [id]")].at(-1)?.id ?? "";
      });
      await expect(header).not.toBeInViewport();
      const place = await scrolled(page);
      expect(place).toBeGreaterThan(viewport.height);
      expect(await turns(page)).toEqual(["true"]);

      await page.reload();
      await untilReady(page);
      await expect.poll(() => scrolled(page)).toBe(place);
      expect((await turns(page)).length).toBeLessThanOrEqual(1);

      const left = (await turns(page)).length;
      // Dispatch the click without a mouse, because a mouse click would also scroll to the link.
      await page.locator(`footer a[href="${path("/network")}"]`).dispatchEvent("click");
      await page.waitForURL(`**${path("/network")}`);
      await expect.poll(() => scrolled(page)).toBe(0);
      await expect(header).toBeInViewport({ ratio: 0.9 });
      expect(await firstFrame(page, path("/network"))).toEqual([0, "rgba(0, 0, 0, 0)"]);
      const there = (await turns(page)).length;
      expect(there - left).toBeLessThanOrEqual(1);
      await page.evaluate(() => Object.assign(window, { frames: {} }));
      await page.goBack();
      await expect.poll(() => scrolled(page)).toBeGreaterThan(viewport.height);
      await untilReady(page);
      expect((await turns(page)).length - there).toBeLessThanOrEqual(1);
    });
  });
}
