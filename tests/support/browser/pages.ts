import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { expectNoAxeViolations } from "./browser";

/** Checks that axe finds no problem on the page, and that the page does not scroll sideways, also at 320 px. */
export async function expectSound(page: Page): Promise<void> {
  await expectNoAxeViolations(page);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect
    .poll(overflow, { message: `sideways at 320 px: ${page.url()}` })
    .toBeLessThanOrEqual(0);
  await expectNoAxeViolations(page);
  if (size) await page.setViewportSize(size);
}

/** Waits until React has hydrated the page. If a text changes before, the test fails with a hydration error. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("h1, button, label, header a, footer a")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
}

/**
 * Waits until a page is complete: hydrated, idle, and with style sheets and fonts. All requests that the page sends
 * automatically have started.
 */
export async function untilReady(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await untilHydrated(page);
  await expect(page.locator('link[media="not all"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let turn = 0; turn < 2; turn++)
      await new Promise((done) => requestIdleCallback(done, { timeout: 2000 }));
  });
}

/** Opens an address and waits until its page is complete. Returns the response. */
export async function openReady(page: Page, address: string) {
  const response = await page.goto(address);
  await untilReady(page);
  return response;
}
