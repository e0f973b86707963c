import type { Locator, Page } from "playwright/test";

/** How many presses of Tab until something counts as out of reach. */
const PATIENCE = 120;

/** Reaches an element with the Tab key alone; fails when it cannot be reached that way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let press = 0; press < PATIENCE; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
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
