import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { press } from "../../support/browser/keyboard";
import { command, newAccount, seedEdition, signIn } from "../../support/browser/visitors";

test("an evaluator's own application is recused, accepts no score, and leads to the next project", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  // The browser logs the score that the server refuses at the end of the test.
  allowConsole(/403/);
  const reason = t("evaluation.conflicts.own_project");
  const person = await newAccount({ name: { first_name: "Olga", last_name: "Promotrice" } });
  const { year } = await seedEdition(3, "", person.email);

  await test.step("the command names the conflict of interest before it grants the role", async () => {
    const grant = ["grant", "evaluator", person.email, "--reason", "browser test", "--yes"];
    const refused = await command("user", ...grant).catch(String);
    expect(refused).toContain(`P02 (${year}): your own application`);
    await command("user", ...grant, "--anyway");
  });

  await signIn(page, person);
  await page.goto(path(`/dashboard/evaluation?edition=${year}&orderby=nome&order=asc`));
  const table = page.getByRole("table");
  const row = table.getByRole("row").filter({ hasText: "P02" });
  await expect(row).toContainText(t("evaluation.list.states.recused"));
  await expect(row).toContainText(reason);
  await expectNoAxeViolations(page);

  await press(page, row.getByRole("link", { name: "P02", exact: true }));
  const sheet = page.getByRole("region", { name: t("evaluation.sheet.label") });
  await expect(sheet).toContainText(t("evaluation.recusal.byRule", { reason }));
  await expect(page.getByText("L’idea di P02, scritta per essere letta.")).toBeVisible();
  await expect(sheet.getByRole("radio")).toHaveCount(0);
  await expect(sheet.getByRole("button", { name: t("evaluation.recusal.takeBack") })).toHaveCount(
    0,
  );
  await expectNoAxeViolations(page);

  const saves: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().includes("/evaluation")) {
      saves.push(request.url());
    }
  });
  for (const key of ["1", "9", "9", "9", "9", "9"]) await page.keyboard.press(key);
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^P0[13]$/);
  expect(saves).toEqual([]);

  const refused = await page.evaluate(async (edition) => {
    const list = await fetch(`/wp-json/wp/v2/projects?edition=${edition}&state=recused`);
    const { projects } = await list.json();
    const answer = await fetch(`/wp-json/wp/v2/projects/${projects[0].id}/evaluation`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ scores: { impact: 10 } }),
    });
    return [projects.length, answer.status, (await answer.json()).code];
  }, year);
  expect(refused).toEqual([1, 403, "conflict_of_interest"]);
});
