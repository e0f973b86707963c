import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, type Words } from "./browser";
import { press, typeInto } from "./keyboard";
import { type Person, signIn } from "./visitors";

/* Performs an evaluator's work in a round with the keyboard only. */

type Where = { siteUrl: string; year: number; round: number; path: (path: string) => string };

/** Signs in an evaluator. Returns the functions for the evaluator's work in one round. */
export async function jurorIn(page: Page, t: Words, person: Person, where: Where) {
  const { siteUrl, year, round, path } = where;
  const at = (part: string, more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ edition: String(year), round: String(round), ...more });
    return path(`/dashboard/evaluation${part}?${query}`);
  };
  const title = page.getByRole("heading", { level: 1 });
  // Fail after 30 seconds without an element, because it will not appear later.
  page.setDefaultTimeout(30_000);
  await signIn(page, person, siteUrl);

  /** Opens a project from the evaluator's list. Returns the project's id. */
  async function open(name: string): Promise<string> {
    await page.goto(at("", { search: name }));
    await press(page, page.getByRole("table").getByRole("link", { name, exact: true }));
    await expect(title).toHaveText(name);
    return new URL(page.url()).pathname.split("/").at(-1) ?? "";
  }

  /** Gives the open project its scores. */
  async function score(scores: readonly number[]) {
    const sheet = page.getByRole("region", { name: t("evaluation.sheet.label") });
    // The score form contains no score of another round or another evaluator.
    await expect(sheet.getByRole("radio", { checked: true })).toHaveCount(0);
    await page.keyboard.press("i");
    for (const [row, one] of scores.entries()) {
      if (row > 0) await page.keyboard.press("ArrowDown");
      await page.keyboard.press(one === 10 ? "x" : String(one));
    }
    const saved = t("evaluation.save.saved", { time: "" }).trim();
    await expect(sheet.getByRole("status").last()).toContainText(saved);
    await expect(sheet.getByRole("radio", { checked: true })).toHaveCount(scores.length);
    await page.keyboard.press("Escape");
  }

  /** Writes a text for the applicant of the open project. */
  async function write(text: string) {
    const part = page.getByRole("region", { name: t("evaluation.feedback.title") });
    await typeInto(page, part.getByLabel(t("evaluation.feedback.text")), text);
    const saved = t("evaluation.save.saved", { time: "" }).trim();
    await expect(part.getByRole("status").last()).toContainText(saved);
    await expectNoAxeViolations(page);
  }

  /** Closes the evaluator's evaluation. */
  async function close() {
    await page.goto(at("/closing"));
    await press(page, page.getByRole("button", { name: t("evaluation.close.button") }));
    const dialog = page.getByRole("dialog");
    await expectNoAxeViolations(page);
    await press(page, dialog.getByRole("button", { name: t("evaluation.close.confirm") }));
    await expect(title).toHaveText(t("evaluation.review.closedTitle"));
  }

  /** Opens the discussion of a project by its id. */
  async function discuss(id: string, name: string) {
    await page.goto(at(`/discussions/${id}`));
    await expect(title).toContainText(name);
  }

  return { at, close, discuss, open, page, score, write };
}

export type Juror = Awaited<ReturnType<typeof jurorIn>>;
