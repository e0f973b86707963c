import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../support/browser";
import { newAccount, newEvaluator, signIn } from "../support/visitors";

type Words = (key: string, values?: Record<string, string | number>) => string;

async function score(page: Page, t: Words, criterion: string, place: number) {
  const name = t(`evaluation.criteria.${criterion}.name`);
  const scale = page.getByRole("group", { name: new RegExp(name) });
  await scale.getByRole("radio", { name: String(place), exact: true }).check({ force: true });
}

test("an evaluator reads, scores, and closes what cannot be changed any more", async ({
  page,
  path,
  t,
}) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  await expect(page.getByRole("heading", { level: 1, name: t("evaluation.title") })).toBeVisible();
  const table = page.getByRole("table");
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  await expectNoAxeViolations(page);

  await test.step("read and score", async () => {
    const link = table.getByRole("rowheader").first().getByRole("link");
    const name = await link.innerText();
    await link.click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await score(page, t, "impact", 8);
    await score(page, t, "utility", 7);
    await score(page, t, "feasibility", 6);
    await score(page, t, "scalability", 9);
    await expect(page.getByText(t("evaluation.sheet.missing", { count: 1 }))).toBeVisible();
    await score(page, t, "innovation", 8);
    await expect(page.getByText(t("evaluation.sheet.total"))).toBeVisible();
    await page.getByLabel(t("evaluation.sheet.note"), { exact: true }).fill("Chiedere dei costi.");
    const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
    await expect(page.getByText(saved)).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step("what was given is there after a reload", async () => {
    await page.reload();
    await expect(page.getByLabel(t("evaluation.sheet.note"), { exact: true })).toHaveValue(
      "Chiedere dei costi.",
    );
    const impact = page.getByRole("group", {
      name: new RegExp(t("evaluation.criteria.impact.name")),
    });
    await expect(impact.getByRole("radio", { name: "8", exact: true })).toBeChecked();
  });

  await test.step("step back from the next project, with a reason", async () => {
    await page.getByRole("button", { name: t("evaluation.sheet.next") }).click();
    await expect(page.getByLabel(t("evaluation.sheet.note"), { exact: true })).toHaveValue("");
    await page.getByRole("button", { name: t("evaluation.recusal.button") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t("evaluation.recusal.reason")).fill("Conosco la fondatrice.");
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: t("evaluation.recusal.confirm") }).click();
    await expect(
      page.getByText(t("evaluation.recusal.recused", { reason: "Conosco la fondatrice." })),
    ).toBeVisible();
  });

  await test.step("closing names what is missing, then everything is read-only", async () => {
    await page.getByRole("link", { name: t("evaluation.cockpit.back") }).click();
    const states = page.getByLabel(t("evaluation.list.filters.state"));
    await states.selectOption({ label: t("evaluation.list.states.recused") });
    await expect(table.getByText(t("evaluation.list.states.recused"))).toBeVisible();
    await page.getByRole("link", { name: t("evaluation.list.clear") }).click();
    await page.getByRole("button", { name: t("evaluation.close.button") }).click();
    const dialog = page.getByRole("dialog", { name: t("evaluation.close.title") });
    await expect(dialog.getByText(t("evaluation.close.final"))).toBeVisible();
    await expect(dialog.getByRole("listitem").first()).toBeVisible();
    await expectNoAxeViolations(page);
    await dialog.getByRole("button", { name: t("evaluation.close.confirm") }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: t("evaluation.close.button") })).toBeHidden();
    await table.getByRole("rowheader").first().getByRole("link").click();
    await expect(page.getByText(t("evaluation.sheet.closed"))).toBeVisible();
    const impact = page.getByRole("group", {
      name: new RegExp(t("evaluation.criteria.impact.name")),
    });
    await expect(impact.getByRole("radio", { name: "8", exact: true })).toBeDisabled();
    await expectNoAxeViolations(page);
  });
});

test("a score given in two windows is never overwritten without a choice", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/412/);
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  const link = page.getByRole("table").getByRole("rowheader").first().getByRole("link");
  const address = (await link.getAttribute("href")) ?? "";
  const other = await page.context().newPage();
  await page.goto(address);
  await other.goto(address);
  const note = (tab: Page) => tab.getByLabel(t("evaluation.sheet.note"), { exact: true });
  const saved = t("evaluation.save.saved", { time: "§" }).split("§")[0] ?? "";
  await note(page).fill("Prima finestra");
  await expect(page.getByText(saved)).toBeVisible();
  await note(other).fill("Seconda finestra");
  await expect(other.getByText(t("evaluation.conflict.title"))).toBeVisible();
  await expect(note(other)).toHaveValue("Seconda finestra");
  await expectNoAxeViolations(other);
  await other.getByRole("button", { name: t("evaluation.conflict.keepMine") }).click();
  await expect(other.getByText(saved)).toBeVisible();
  await page.reload();
  await expect(note(page)).toHaveValue("Seconda finestra");
});

test("without a connection the line says so, and what was written is saved when it is back", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  const note = page.getByLabel(t("evaluation.sheet.note"), { exact: true });
  await expect(note).toBeVisible();
  await page.context().setOffline(true);
  await note.fill("Scritta in treno");
  await expect(page.getByText(t("evaluation.save.failed"), { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: t("evaluation.save.retry") }).click();
  await page.reload();
  await expect(note).toHaveValue("Scritta in treno");
});

test("for an applicant the evaluation does not exist", async ({ page, path, allowConsole }) => {
  allowConsole(/404/);
  await signIn(page, await newAccount());
  const answer = await page.goto(path("/dashboard/evaluation"));
  expect(answer?.status()).toBe(404);
});

test("keys alone give scores and go through the projects", async ({ page, path, t }) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation"));
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").press("Enter");
  await expect(page.getByLabel(t("evaluation.sheet.note"), { exact: true })).toBeVisible();
  await page.keyboard.press("1");
  for (const key of ["8", "7", "6", "9", "x"]) await page.keyboard.press(key);
  await expect(page.getByText(t("evaluation.sheet.total"))).toBeVisible();
  const innovation = page.getByRole("group", {
    name: new RegExp(t("evaluation.criteria.innovation.name")),
  });
  await expect(innovation.getByRole("radio", { name: "10", exact: true })).toBeChecked();
});
