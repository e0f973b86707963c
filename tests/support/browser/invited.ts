import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import { press, tabTo } from "./keyboard";

/* Answers an evaluator's invitation with the keyboard only. */

async function choose(page: Page, t: Words, option: "yes" | "less" | "no") {
  await tabTo(page, page.getByRole("radio").first());
  const wanted = page.getByRole("radio", { name: t(`invitation.option.${option}`), exact: true });
  await page.keyboard.press("Space");
  while (!(await wanted.isChecked())) await page.keyboard.press("ArrowDown");
  await expectNoAxeViolations(page);
}

/** Accepts an evaluator's invitation without limiting the number of projects. */
export async function sayYes(page: Page, t: Words, { password }: { password: string }) {
  await choose(page, t, "yes");
  await enterWith(page, t, password);
}

/** Accepts an evaluator's invitation with a maximum number of projects. */
export async function sayYesWithLess(
  page: Page,
  t: Words,
  { capacity, password }: { capacity: number; password: string },
) {
  await choose(page, t, "less");
  await tabTo(page, page.getByLabel(t("invitation.capacity")));
  await page.keyboard.type(String(capacity));
  await enterWith(page, t, password);
}

/** Sets the password of the invited evaluator's account, sends the answer, and waits for the private area. */
async function enterWith(page: Page, t: Words, password: string) {
  for (const key of ["account.newPassword", "account.repeatPassword"]) {
    await tabTo(page, page.getByLabel(t(key), { exact: true }));
    await page.keyboard.type(password);
  }
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => /\/dashboard/.test(url.pathname));
}

/** Declines an evaluator's invitation with a reason. */
export async function sayNo(page: Page, t: Words, words: string) {
  await choose(page, t, "no");
  await tabTo(page, page.getByLabel(t("invitation.words")));
  await page.keyboard.type(words);
  await press(page, page.getByRole("button", { name: t("invitation.submit"), exact: true }));
  await expect(page.getByText(t("invitation.saved.no"))).toBeVisible();
}
