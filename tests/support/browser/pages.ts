import type { Locator, Page } from "playwright/test";
import { expect } from "playwright/test";
import { expectNoAxeViolations } from "./browser";

/** No horizontal scrolling, and no findings from axe, wide and at 320 px. */
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

/** Reaches an element with the Tab key alone, and fails when it cannot be reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The Tab key does not reach ${target}.`);
}
