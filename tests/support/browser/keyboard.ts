import type { Locator, Page } from "playwright/test";

/** Maximum presses of Tab until an element counts as unreachable. */
const PATIENCE = 120;

/**
 * Reaches an element with the Tab key only, forwards or with Shift. Fails if the element cannot be reached. Does not go
 * beyond the last element: the browser's own controls follow there, which not every Chromium has.
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

/** Reaches a field with the Tab key and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Reaches a link or button with the Tab key and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}
