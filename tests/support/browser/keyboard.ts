import type { Locator, Page } from "playwright/test";

/** Maximum number of presses of the Tab key. After them, an element counts as unreachable. */
const PATIENCE = 120;

/**
 * Moves the focus to an element with the Tab key or Shift+Tab. Fails if the element is unreachable. Stops at the page's
 * last element, because the browser's own controls can follow.
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

/** Moves the focus to a field with the Tab key and replaces the field's text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Moves the focus to a link or button with the Tab key and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
