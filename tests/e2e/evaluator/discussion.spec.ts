import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press, typeInto } from "../../support/browser/keyboard";
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

const ROUND = 2;
const TEXT = "Il piano dei costi manca: per questo non passate, e per il resto l’idea è chiara.";
const SAID = "Avevo letto la prima versione. 🚀 <b>Ora</b> costa meno, e مرحبا";
const SUMMARY = "La giuria apprezza l’idea e chiede un piano dei costi.";
const WORSE = { impact: 4, utility: 4, feasibility: 4, scalability: 4, innovation: 4 };
const BETTER = { impact: 9, utility: 8, feasibility: 9, scalability: 8, innovation: 9 };

/** Sends an API request as the user who is signed in on a page. */
async function send(page: Page, path: string, body: object) {
  const status = await page.evaluate(
    async ([path, body]) => {
      const headers = { "Content-Type": "application/json" };
      const url = `/wp-json/wp/v2/${path}`;
      return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status;
    },
    [path, body] as const,
  );
  expect(status, path).toBeLessThan(300);
}

test("a jury writes to applicants, discusses by number, revises scores and agrees on a summary", async ({
  page,
  newVisitor,
  path,
  t,
}) => {
  test.setTimeout(240_000);
  const [ada, bea] = [await newEvaluator(), await newEvaluator()];
  const { year } = await seedEdition(3, "nobody@example.org");
  seeded = year;
  await seedRound(year, ["P01", "P02"], [ada, bea], { talks: true });
  const other = await newVisitor();
  await signIn(page, ada);
  await signIn(other, bea);
  const list = path(`/dashboard/evaluation?edition=${year}&round=${ROUND}&orderby=nome&order=asc`);
  const ids: Record<string, string> = {};

  await test.step("an evaluator writes a text for the applicant below the scores, apart from the note", async () => {
    await page.goto(list);
    for (const name of ["P01", "P02"]) {
      const href = await page.getByRole("link", { name, exact: true }).getAttribute("href");
      ids[name] = new URL(`${href}`, page.url()).pathname.split("/").at(-1) ?? "";
    }
    await page.getByRole("link", { name: "P02", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("P02");
    await send(page, `projects/${ids.P01}/evaluation`, { scores: WORSE, round: ROUND });
    await send(page, `projects/${ids.P02}/evaluation`, { scores: WORSE, round: ROUND });
    const part = page.getByRole("region", { name: t("evaluation.feedback.title") });
    await typeInto(page, part.getByLabel(t("evaluation.feedback.text")), TEXT);
    const saved = t("evaluation.save.saved", { time: "" }).trim();
    await expect(part.getByRole("status").last()).toContainText(saved);
    await expectNoAxeViolations(page);
  });

  await test.step("no discussion is open until each reader has closed", async () => {
    await other.goto(list);
    await send(other, `projects/${ids.P01}/evaluation`, { scores: WORSE, round: ROUND });
    await send(other, `projects/${ids.P02}/evaluation`, { scores: BETTER, round: ROUND });
    await send(page, "projects_evaluations", { closed: true, edition: year, round: ROUND });
    const discussions = path(`/dashboard/evaluation/discussions?edition=${year}&round=${ROUND}`);
    await page.goto(discussions);
    await expect(page.getByText(t("evaluation.discussion.none.text"))).toBeVisible();
    await send(other, "projects_evaluations", { closed: true, edition: year, round: ROUND });
    await page.reload();
    const rows = page.getByRole("main").getByRole("listitem").getByRole("link");
    // P02 is first in the list, because the evaluators' scores differ only for P02.
    await expect(rows).toHaveText(["P02", "P01"]);
    await expectNoAxeViolations(page);
    await press(page, rows.first());
    await expect(page.getByRole("heading", { level: 1 })).toContainText("P02");
  });

  const address = path(
    `/dashboard/evaluation/discussions/${ids.P02}?edition=${year}&round=${ROUND}`,
  );
  await test.step("a contribution shows a number instead of a name, and a revision keeps the first scores", async () => {
    await typeInto(page, page.getByLabel(t("evaluation.discussion.contribution")), SAID);
    await press(page, page.getByRole("button", { name: t("evaluation.discussion.send") }));
    await expect(page.getByRole("listitem").filter({ hasText: SAID })).toBeVisible();
    await other.goto(address);
    const said = other.getByRole("listitem").filter({ hasText: SAID });
    await expect(said).toBeVisible();
    await expect(said).not.toContainText("Irene");
    await other.getByText(t("evaluation.discussion.revise"), { exact: true }).click();
    await other.getByLabel(t("criteria.impact.name"), { exact: true }).selectOption("5");
    await other.getByLabel(t("evaluation.discussion.reason")).fill("I costi");
    await press(
      other,
      other.getByRole("button", { name: t("evaluation.discussion.sendRevision") }),
    );
    await expect(other.getByText("I costi")).toBeVisible();
    await expectNoAxeViolations(other);
  });

  await test.step("the chair writes the summary, and a reader agrees", async () => {
    await page.reload();
    await typeInto(page, page.getByLabel(t("evaluation.discussion.summaryText")), SUMMARY);
    await press(page, page.getByRole("button", { name: t("evaluation.discussion.sendSummary") }));
    await expect(page.getByText(SUMMARY).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await other.reload();
    await expect(other.getByLabel(t("evaluation.discussion.summaryText"))).toHaveCount(0);
    await press(other, other.getByRole("button", { name: t("evaluation.discussion.agree") }));
    await expect(other.getByText(t("evaluation.discussion.youAgree"))).toBeVisible();
    await page.reload();
    await expect(page.getByText(/È d’accordo la persona|Reader \d agrees/)).toBeVisible();
  });

  await test.step("the ranking uses the revised scores, and the own record keeps the first", async () => {
    await other.goto(path(`/dashboard/evaluation/ranking?edition=${year}&round=${ROUND}`));
    await expect(
      other.getByRole("table").getByRole("row").filter({ hasText: "P02" }),
    ).toBeVisible();
    const own = await other.evaluate(
      async ([id, round]) => (await fetch(`/wp-json/wp/v2/projects/${id}?round=${round}`)).json(),
      [ids.P02, String(ROUND)],
    );
    expect(own.evaluation.scores.impact).toBe(BETTER.impact);
  });
});
