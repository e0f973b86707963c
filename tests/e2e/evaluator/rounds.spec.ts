import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press } from "../../support/browser/keyboard";
import {
  endRounds,
  newEvaluator,
  seedEdition,
  seedRound,
  signIn,
} from "../../support/browser/visitors";

let seeded: number | undefined;

test.afterEach(async () => {
  if (seeded) await endRounds(seeded);
});

/** Returns the stored score of the criterion impact, which the evaluator gave to a project in a round. */
function storedImpact(page: Page, id: string, round: number) {
  return page.evaluate(
    async ([id, round]) => {
      const answer = await fetch(`/wp-json/wp/v2/projects/${id}?round=${round}`);
      return (await answer.json()).evaluation?.scores.impact ?? null;
    },
    [id, String(round)],
  );
}

test("an evaluator of two rounds writes only into the round on the screen", async ({
  page,
  path,
  t,
  language,
  allowConsole,
}) => {
  test.slow();
  // A window that still shows the first round saves after that round has ended, and the browser logs the refusal.
  allowConsole(/403|422/);
  const evaluator = await newEvaluator();
  await signIn(page, evaluator);
  const { year } = await seedEdition(3, "nobody@example.org");
  seeded = year;
  const name = language === "it" ? "Seconda lettura" : "Second reading";
  const sheet = page.getByRole("region", { name: t("evaluation.sheet.label") });
  const state = sheet.getByRole("status");
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  await page.getByRole("table").getByRole("link", { name: "P01", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("P01");
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.keyboard.press("i");
  await page.keyboard.press("4");
  await expect(state.last()).toContainText(t("evaluation.save.saved", { time: "" }).trim());

  await test.step("a window that stays open when the next round begins stays in its round", async () => {
    await seedRound(year, ["P01", "P02"], [evaluator]);
    await page.keyboard.press("i");
    await page.keyboard.press("9");
    await expect(state.last()).toContainText(t("evaluation.save.failed"));
    await expect(state.last()).toContainText(t("evaluation.save.closed"));
    expect(await storedImpact(page, id, 1)).toBe(4);
    expect(await storedImpact(page, id, 2)).toBeNull();
  });

  await test.step("the home leads to the second round, which has its own scores", async () => {
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(path("/dashboard"));
    const card = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: new RegExp(`^${name}.*${year}`) }) });
    await expectNoAxeViolations(page);
    await press(page, card.getByRole("link"));
    await expect(page).toHaveURL(new RegExp(`edition=${year}&round=2`));
    const rows = page.getByRole("table").getByRole("rowheader").getByRole("link");
    await expect(rows).toHaveCount(2);
    await expect(page.getByText(name)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole("table").getByRole("link", { name: "P01", exact: true }).click();
    await expect(page).toHaveURL(/round=2/);
    await expect(page.getByRole("article").getByText(name)).toBeVisible();
    await expect(sheet.getByRole("radio", { checked: true })).toHaveCount(0);
    await page.keyboard.press("i");
    await page.keyboard.press("7");
    await expect(state.last()).toContainText(t("evaluation.save.saved", { time: "" }).trim());
    expect(await storedImpact(page, id, 2)).toBe(7);
    expect(await storedImpact(page, id, 1)).toBe(4);
    await expectNoAxeViolations(page);
  });

  await test.step("the first round is read-only and says so", async () => {
    await page.goto(path(`/dashboard/evaluation/${id}?edition=${year}&round=1`));
    await expect(sheet).toContainText(t("evaluation.times.ended"));
    for (const radio of await sheet.getByRole("radio").all()) await expect(radio).toBeDisabled();
    await expectNoAxeViolations(page);
  });

  await test.step("the closing names the round, and its ranking opens", async () => {
    await page.goto(path(`/dashboard/evaluation/closing?edition=${year}&round=2`));
    await press(page, page.getByRole("button", { name: t("evaluation.close.button") }));
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText(t("evaluation.close.round", { name, year: String(year) }));
    await expectNoAxeViolations(page);
    await press(page, dialog.getByRole("button", { name: t("evaluation.close.confirm") }));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      t("evaluation.review.closedTitle"),
    );
    await press(page, page.getByRole("link", { name: t("evaluation.record.ranking") }));
    await expect(page).toHaveURL(/round=2/);
    await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(0);
    await expectNoAxeViolations(page);
  });

  await test.step("a round of another jury says so", async () => {
    allowConsole(/404/);
    await page.goto(path(`/dashboard/evaluation/ranking?edition=${year}&round=9`));
    await expect(page.getByText(t("evaluation.rounds.missing"))).toBeVisible();
  });
});
