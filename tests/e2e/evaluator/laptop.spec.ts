import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test, type Words } from "../../support/browser/browser";
import { newEvaluator, seedEdition, sendAgain, signIn } from "../../support/browser/visitors";

const SIZES = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
];
const CRITERIA = [
  ["impact", "i"],
  ["utility", "u"],
  ["feasibility", "f"],
  ["scalability", "s"],
  ["innovation", "v"],
] as const;

/** A project text that is longer than any window, so that the page scrolls. */
const LONG = Array.from({ length: 40 }, (_, line) => `Riga ${line + 1}.`).join("\n");

async function openProject(page: Page, path: (path: string) => string) {
  await signIn(page, await newEvaluator());
  const { year } = await seedEdition(2, "nobody@example.org");
  await sendAgain(year, "P01", LONG);
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  await page.getByRole("table").getByRole("link", { name: "P01", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "P01" })).toBeVisible();
  return year;
}

/** Checks that the score form ends at the window's lower edge, shows its project's name, and shows its last row. */
async function expectFits(page: Page, t: Words, height: number) {
  const sheet = page.getByRole("region", { name: t("evaluation.sheet.label") });
  const onwards = sheet.getByRole("button", { name: t("evaluation.sheet.next") });
  const bottom = async () => {
    const box = await onwards.boundingBox();
    return box ? Math.round(height - box.y - box.height) : Number.NaN;
  };
  await expect.poll(bottom).toBeGreaterThanOrEqual(0);
  await expect.poll(bottom).toBeLessThanOrEqual(24);
  await expect(sheet.getByText("P01", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole("button", { name: t("evaluation.criteria.button") })).toBeInViewport(
    { ratio: 1 },
  );
  return sheet;
}

/** Runs a check at three scroll positions: at the top, far down where the header is hidden, and on the way back up. */
async function everywhere(page: Page, look: () => Promise<void>) {
  for (const to of [0, 500, 40]) {
    await page.evaluate((top) => window.scrollTo(0, top), to);
    await look();
  }
}

for (const { width, height } of SIZES) {
  test(`the score form fits a window of ${width} × ${height}`, async ({ page, path, t }) => {
    await page.setViewportSize({ width, height });
    const year = await openProject(page, path);
    const explained = async () => {
      for (const [criterion, letter] of CRITERIA) {
        await page.keyboard.press(letter);
        await expect(page.getByText(t(`criteria.${criterion}.says`))).toBeInViewport({ ratio: 1 });
      }
      await page.keyboard.press("Escape");
    };
    await everywhere(page, async () => {
      const sheet = await expectFits(page, t, height);
      await explained();
      const note = sheet.getByLabel(t("evaluation.sheet.note"));
      await expect(note).toBeInViewport({ ratio: 1 });
      expect((await note.boundingBox())?.height).toBeGreaterThanOrEqual(96);
      const abstain = sheet.getByRole("button", { name: t("evaluation.recusal.button") });
      await expect(abstain).toBeInViewport({ ratio: 1 });
    });

    await test.step("one press shows the meaning of the scores", async () => {
      await page.getByRole("button", { name: t("evaluation.criteria.button") }).click();
      const rubric = page.getByRole("dialog");
      await expect(rubric.getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
      await expect(rubric.getByText(t("criteria.impact.high"))).toBeInViewport({ ratio: 1 });
      await expect(rubric.getByRole("button")).toBeInViewport({ ratio: 1 });
      await expectNoAxeViolations(page);
      await page.keyboard.press("Escape");
    });

    await test.step("after a resubmission the form shows the changes and keeps the scores", async () => {
      const saved = page.getByText(t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "");
      await page.keyboard.press("i");
      await page.keyboard.press("8");
      await expect(saved).toBeVisible();
      await sendAgain(year, "P01", `${LONG}\nUn’altra idea.`);
      await page.reload();
      const notice = page.getByRole("status").filter({ hasText: t("evaluation.sentAgain.title") });
      const changed = t("evaluation.sentAgain.changed", { fields: t("fields.short.idea") });
      await expect(notice).toContainText(changed);
      const mark = page.getByRole("article").getByText(t("evaluation.sheet.changed"));
      await expect(mark).toHaveCount(1);
      await everywhere(page, async () => {
        await expectFits(page, t, height);
        await expect(notice).toBeInViewport({ ratio: 1 });
        await explained();
      });
      await page.evaluate(() => window.scrollTo(0, 0));
      const earlier = page.getByRole("article").getByRole("group");
      await earlier.getByText(t("evaluation.sheet.earlier")).click();
      await expect(earlier.getByText("Riga 1.", { exact: true })).toBeVisible();
      await expectNoAxeViolations(page);
      await notice.getByRole("button", { name: t("evaluation.sentAgain.letStand") }).click();
      await expect(notice).toHaveCount(0);
      await page.reload();
      await expect(page.getByText("Un’altra idea.")).toBeVisible();
      await expect(mark).toHaveCount(0);
      await expect(notice).toHaveCount(0);
    });

    await test.step("the form fits after a recusal", async () => {
      await page.getByRole("button", { name: t("evaluation.recusal.button") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("evaluation.recusal.reason")).fill("Siamo stati soci.");
      await dialog.getByRole("button", { name: t("evaluation.recusal.confirm") }).click();
      const back = page.getByRole("button", { name: t("evaluation.recusal.takeBack") });
      await everywhere(page, async () => {
        await expectFits(page, t, height);
        await expect(back).toBeInViewport({ ratio: 1 });
      });
      await expect(page.getByText(t("evaluation.sheet.recused"))).toBeVisible();
      await expectNoAxeViolations(page);
    });

    await test.step("the next project is the one that needs a reading most, with the reason", async () => {
      await page.getByRole("button", { name: t("evaluation.sheet.next") }).click();
      await expect(page.getByRole("heading", { level: 1, name: "P02" })).toBeVisible();
      await expect(page.getByText(t("evaluation.cockpit.chosen"))).toBeVisible();
    });
  });
}
