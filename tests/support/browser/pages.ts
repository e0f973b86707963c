import type { Page } from "playwright/test";
import { expect } from "playwright/test";
import { expectNoAxeViolations } from "./browser";

/** Checks that the page has no findings of axe, and no horizontal scrolling, also at 320 px. */
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
