import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press, tabTo } from "../../support/browser/keyboard";
import { newEvaluator, seedEdition, signIn } from "../../support/browser/visitors";

type Words = (key: string, values?: Record<string, string | number>) => string;

const CRITERIA = ["impact", "utility", "feasibility", "scalability", "innovation"] as const;

/** Opens a project in the evaluation workspace, with a new evaluator and a separate edition. */
async function openProject(page: Page, path: (path: string) => string) {
  await signIn(page, await newEvaluator());
  const { year } = await seedEdition(2, "nobody@example.org");
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  await press(page, page.getByRole("table").getByRole("link", { name: "P01", exact: true }));
  await expect(page.getByRole("heading", { level: 1, name: "P01" })).toBeVisible();
}

function sheetOf(page: Page, t: Words) {
  const nameOf = (criterion: string) => t(`criteria.${criterion}.name`);
  const row = (criterion: string) =>
    page.getByRole("group", { name: new RegExp(`^${nameOf(criterion)}`) });
  return {
    nameOf,
    row,
    lit: page.locator("[data-lit]"),
    saved: page.getByText(t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? ""),
    /** The keyboard shortcuts that the legend above the score form shows. */
    caps: page
      .locator("p", { has: page.locator("kbd") })
      .first()
      .locator("kbd"),
    async votes() {
      const given: (number | null)[] = [];
      for (const criterion of CRITERIA) {
        const chosen = row(criterion).getByRole("radio", { checked: true });
        given.push((await chosen.count()) === 1 ? Number(await chosen.inputValue()) : null);
      }
      return given;
    },
  };
}

test("the keys in the legend give the intended scores", async ({ page, path, t }) => {
  await openProject(page, path);
  const { nameOf, row, lit, saved, caps, votes } = sheetOf(page, t);
  await expect(caps).toHaveText(["J", "K", "I", "U", "F", "S", "V", "N"]);
  const letters = (await caps.allInnerTexts()).slice(2, 7);

  await test.step("the letter of a criterion and then a digit give a score, in any order of criteria", async () => {
    for (const [index, score] of [
      [2, "6"],
      [0, "8"],
      [4, "X"],
      [1, "7"],
      [3, "5"],
    ] as const) {
      await page.keyboard.press((letters[index] ?? "").toLowerCase());
      await expect(lit).toHaveCount(1);
      await expect(row(CRITERIA[index])).toHaveAttribute("data-lit", "true");
      await expect(row(CRITERIA[index])).toBeFocused();
      await expect(caps).toContainText(["0", "9", "X", "Esc"]);
      if (index === 2) await expectNoAxeViolations(page);
      await page.keyboard.press(score.toLowerCase());
      await expect(lit).toHaveCount(0);
    }
    await expect.poll(votes).toEqual([8, 7, 6, 5, 10]);
  });

  await test.step("digits without a criterion change nothing, and the score form says so", async () => {
    for (const digit of ["3", "6", "2", "7"]) await page.keyboard.press(digit);
    await expect(page.getByText(t("evaluation.votes.strayDone"))).toBeVisible();
    await expect.poll(votes).toEqual([8, 7, 6, 5, 10]);
  });

  await test.step("a change is announced and can be undone, and the former score is saved", async () => {
    await page.keyboard.press("u");
    await page.keyboard.press("2");
    const change = t("evaluation.votes.changed", { name: nameOf("utility"), from: "7", to: "2" });
    await expect(page.getByRole("status").filter({ hasText: change })).toBeVisible();
    await expect.poll(votes).toEqual([8, 2, 6, 5, 10]);
    await expect(saved).toBeVisible();
    await page.keyboard.press("z");
    await expect.poll(votes).toEqual([8, 7, 6, 5, 10]);
    await expect(page.getByText(`${nameOf("utility")}: 2 → 7`)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press("n");
    await expect(page.getByRole("heading", { level: 1, name: "P02" })).toBeVisible();
    await page.keyboard.press("k");
    await expect(page.getByRole("heading", { level: 1, name: "P01" })).toBeVisible();
    await expect.poll(votes).toEqual([8, 7, 6, 5, 10]);
  });

  await test.step("arrow keys move up and down between rows, and left and right between scores", async () => {
    await page.keyboard.press("i");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(row("feasibility")).toBeFocused();
    await expect.poll(votes).toEqual([8, 7, 6, 5, 10]);
    await page.keyboard.press("4");
    await page.keyboard.press("ArrowRight");
    await expect.poll(votes).toEqual([8, 7, 5, 5, 10]);
    await page.keyboard.press("Escape");
    await expect(page.locator("body")).toBeFocused();
  });

  await test.step("shortcuts that are turned off have no effect, also after a reload", async () => {
    await expect(saved).toBeVisible();
    await press(page, page.getByRole("button", { name: t("evaluation.keys.turnOffNamed") }));
    await page.reload();
    const turnOn = page.getByRole("button", { name: t("evaluation.keys.turnOn") });
    await expect(turnOn).toBeVisible();
    await expect(page.locator("kbd")).toHaveCount(0);
    for (const key of ["i", "9", "z", "n"]) await page.keyboard.press(key);
    await expect.poll(votes).toEqual([8, 7, 5, 5, 10]);
    await press(page, turnOn);
    await page.keyboard.press("i");
    await expect(row("impact")).toBeFocused();
  });
});

test("a criterion's number before its score, as in other forms, gives no wrong score", async ({
  page,
  path,
  t,
}) => {
  await openProject(page, path);
  const { nameOf, lit, votes } = sheetOf(page, t);
  await page.keyboard.press("1");
  await expect.poll(votes).toEqual([null, null, null, null, null]);
  const said = page.getByText(t("evaluation.votes.stray", { name: nameOf("impact") }));
  await expect(said).toBeVisible();
  await expect(said).toHaveRole("status");
  for (const digit of ["8", "2", "7"]) await page.keyboard.press(digit);
  await expect(lit).toHaveCount(0);
  await expect.poll(votes).toEqual([8, 7, null, null, null]);
});

test("a recused project accepts no score, shows no score keys, and counts as recused", async ({
  page,
  path,
  t,
}) => {
  await openProject(page, path);
  const { caps } = sheetOf(page, t);
  await press(page, page.getByRole("button", { name: t("evaluation.recusal.button") }));
  const dialog = page.getByRole("dialog");
  await tabTo(page, dialog.getByLabel(t("evaluation.recusal.reason")));
  await page.keyboard.type("Siamo stati soci.");
  await press(page, dialog.getByRole("button", { name: t("evaluation.recusal.confirm") }));
  await expect(page.getByText(t("evaluation.sheet.recused"))).toBeVisible();
  await expect(page.getByText(t("evaluation.sheet.missing", { count: 5 }))).toHaveCount(0);
  await expect(caps).toHaveText(["J", "K", "N"]);
  const counts = { scored: 0, partial: 0, todo: 1, recused: 1 };
  await expect(page.getByText(t("evaluation.cockpit.counts", counts))).toBeVisible();
  await expectNoAxeViolations(page);
});

test("in full screen the arrow keys turn the deck's pages, each fully visible", async ({
  page,
  path,
  t,
}) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation?search=alga+madre"));
  await page.getByRole("table").getByRole("link", { name: "Alga Madre" }).click();
  const deck = page.getByRole("region", { name: /alga-madre-pitch\.pdf/ });
  await expect(async () => {
    const title = t("evaluation.sheet.section.documents");
    await page.getByRole("heading", { name: title }).scrollIntoViewIfNeeded();
    await expect(deck).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const place = (number: number) => t("evaluation.deck.place", { place: number, count: 7 });
  await tabTo(page, deck);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText(place(2), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: t("evaluation.deck.full") }).click();
  await expect(deck).toBeFocused();
  await expect(page.getByText(place(2), { exact: true })).toBeVisible();
  for (const [key, number] of [
    ["ArrowRight", 3],
    ["ArrowDown", 4],
    ["ArrowUp", 3],
    ["ArrowLeft", 2],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByText(place(number), { exact: true })).toBeVisible();
    await expect(deck.getByRole("img", { name: place(number) })).toBeInViewport({ ratio: 0.99 });
  }
  await page.keyboard.press("i");
  await expect(deck).toBeFocused();
  await page.evaluate(() => document.exitFullscreen());
  await expect(page.getByText(place(2), { exact: true })).toBeVisible();
  await expect(deck.getByRole("img", { name: place(2) })).toBeInViewport();

  await test.step("after the text view the visible page is the page of the counter", async () => {
    await page.getByRole("button", { name: t("evaluation.deck.asText") }).click();
    await expect(deck).toHaveCount(0);
    await page.getByRole("button", { name: t("evaluation.deck.asPages") }).click();
    await expect(page.getByText(place(2), { exact: true })).toBeVisible();
    await expect(deck.getByRole("img", { name: place(2) })).toBeInViewport({ ratio: 0.9 });
  });
});

test("an unsent or unknown project is a 404", async ({ page, path, t, allowConsole }) => {
  allowConsole(/404/);
  await signIn(page, await newEvaluator());
  for (const id of ["00000000-0000-4000-8000-000000000000", "nessuno"]) {
    const answer = await page.goto(path(`/dashboard/evaluation/${id}`));
    expect(answer?.status()).toBe(404);
    const title = page.getByRole("heading", { level: 1, name: t("notFound.title") });
    await expect(title).toBeVisible();
  }
});
