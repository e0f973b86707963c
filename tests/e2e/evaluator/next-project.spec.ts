import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { newEvaluator, seedEdition, signIn } from "../../support/browser/visitors";

/** Returns the five stored scores of a project, in the order of the score form's criteria. */
function storedScores(page: Page, id: string) {
  return page.evaluate(async (id) => {
    const answer = await fetch(`/wp-json/wp/v2/projects/${id}`);
    const scores = (await answer.json()).evaluation?.scores ?? {};
    const order = ["impact", "utility", "feasibility", "scalability", "innovation"];
    return order.map((criterion) => scores[criterion] ?? null);
  }, id);
}

const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

async function type(page: Page, keys: string) {
  for (const key of keys) await page.keyboard.press(key);
}

test("keys pressed while the next project opens change no project, and the last change can be undone", async ({
  page,
  path,
  t,
  language,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|412/);
  await signIn(page, await newEvaluator());
  const { year } = await seedEdition(3, "nobody@example.org");
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  await page.getByRole("table").getByRole("link", { name: "P01", exact: true }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("P01");
  const first = idOf(page);
  const opening = page.getByText(t("evaluation.sheet.leaving.project"));
  const figure = (total: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: 1 }).format(total);

  await test.step("keys have no effect on a slow connection until the next project is open", async () => {
    await type(page, "i5u5f5s5v5");
    await expect(page.getByText(t("evaluation.sheet.total"))).toBeVisible();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/projects\/(next|[\w-]{36})(\?|$)/, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("n");
    await expect(opening).toBeVisible();
    await type(page, "i9u9f9s9v9z");
    await expect(title).toHaveText("P01");
    await expectNoAxeViolations(page);
    release();
    await expect(title).toHaveText(/P0[23]/);
    await expect(page.getByText(t("evaluation.votes.missed", { count: 11 }))).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    expect(await storedScores(page, first)).toEqual([5, 5, 5, 5, 5]);
    expect(await storedScores(page, idOf(page))).toEqual([null, null, null, null, null]);
  });

  await test.step("the last score is named on the next project and can be undone there", async () => {
    await page.goBack();
    await expect(title).toHaveText("P01");
    await type(page, "i9u9f9s9v9");
    await page.keyboard.press("n");
    await expect(title).toHaveText(/P0[23]/);
    const line = page.getByRole("status").filter({ hasText: "P01" });
    await expect(line).toContainText(`${figure(50)} → ${figure(90)}`);
    expect(await storedScores(page, first)).toEqual([9, 9, 9, 9, 9]);
    await line.getByRole("button", { name: t("evaluation.lastChange.undo") }).click();
    await expect(line).toContainText(`${figure(90)} → ${figure(50)}`);
    await expectNoAxeViolations(page);
    expect(await storedScores(page, first)).toEqual([5, 5, 5, 5, 5]);
  });

  await test.step("without a connection the form stays and accepts scores again", async () => {
    const name = await title.innerText();
    await page.context().setOffline(true);
    for (const key of ["n", "k"]) {
      await page.keyboard.press(key);
      await expect(page.getByText(t("errors.network")).last()).toBeVisible();
      await expect(opening).toBeHidden();
    }
    await page.getByRole("link", { name: t("evaluation.cockpit.back"), exact: true }).click();
    await expect(opening).toBeHidden();
    await expect(title).toHaveText(name);
    await page.context().setOffline(false);
    await type(page, "i7");
    await expect.poll(() => storedScores(page, idOf(page))).toEqual([7, null, null, null, null]);
  });
});
