import { expect, type Locator, type Page, type TestInfo } from "playwright/test";

/** The window widths of a phone, a tablet, a laptop, and a large screen, in pixels. */
const WIDTHS = [360, 768, 1440, 1920];

/**
 * Checks that the page fits every window width. Saves a screenshot of each width as `{name}-{width}.png` in the test's
 * folder, and restores the window's size.
 *
 * @param part the part of the page to scroll into view for the screenshot
 */
export async function fitsEveryWidth(
  page: Page,
  name: string,
  testInfo: TestInfo,
  part?: Locator,
): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 720 };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await part?.scrollIntoViewIfNeeded();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${name} at ${width} px`).toBeLessThanOrEqual(width);
    await page.screenshot({ path: testInfo.outputPath(`${name}-${width}.png`) });
  }
  await page.setViewportSize(before);
}
