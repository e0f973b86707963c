import type { Locator, Page } from "playwright/test";

/** How many presses of Tab until something counts as out of reach. */
const PATIENCE = 120;

/**
 * Reaches an element with the Tab key alone, forwards or with Shift; fails when it cannot be reached that way. Beyond the last
 * element is the browser's own frame, which not every Chromium has: nobody goes around by it.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < PATIENCE; press++) {
    const way = await target.evaluate((element) => {
      const { activeElement: from, body } = document;
      if (from === element) return null;
      const isBehind =
        from &&
        from !== body &&
        from.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
      return isBehind ? "Shift+Tab" : "Tab";
    });
    if (way === null) return;
    await page.keyboard.press(way);
  }
  throw new Error(`${target} cannot be reached with the Tab key`);
}

/** Reaches a field with the Tab key and types into it, in place of what it holds. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Goes to a link or button with the Tab key and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
