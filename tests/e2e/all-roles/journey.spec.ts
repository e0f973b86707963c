import { randomUUID } from "node:crypto";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { newEvaluator, signIn } from "../../support/browser/visitors";
import { applyOnScreen, registerOnScreen } from "../../support/people/screen-applicant";

test("an application goes from a registration to a closed evaluation", { tag: "@english" }, async ({
  page,
  path,
  t,
  mailbox,
  newVisitor,
}) => {
  test.setTimeout(300_000);
  const email = `journey-${randomUUID()}@example.org`;
  const nome = `Filò ${email.slice(8, 16)}`;

  await test.step("a visitor registers, confirms from the email and signs in", async () => {
    await registerOnScreen(page, email, { t, path, mailbox });
  });

  await test.step("the applicant completes the five steps with a real deck and a real video, and sends", async () => {
    await applyOnScreen(page, nome, { t, path, mailbox });
  });

  await test.step("the applicant gets the receipt by email with its number and hash", async () => {
    const { text } = await mailbox.newest(email, 2);
    expect(text).toMatch(/\d{4}-\d{6}/);
    expect(text).toMatch(/[0-9a-f]{64}/);
  });

  const desk = await newVisitor();
  await test.step("an evaluator finds the project, reads it, opens its files and scores it", async () => {
    await signIn(desk, await newEvaluator());
    await desk.goto(path("/dashboard/evaluation"));
    await desk.getByLabel(t("evaluation.list.search")).fill(nome);
    await expect(desk.getByRole("table").getByRole("rowheader")).toHaveCount(1);
    await desk.getByRole("link", { name: nome }).click();
    await expect(desk.getByRole("heading", { level: 1, name: nome })).toBeVisible();
    await expect(desk.getByText("Dieci botteghe entro un anno.")).toBeVisible();
    await expect(desk.getByText("Bruno Neri")).toBeVisible();
    const deck = desk.getByRole("link", { name: "filo-pitch.pdf" });
    const answer = await desk.request.get((await deck.getAttribute("href")) ?? "");
    expect(answer.headers()["content-disposition"]).toContain("attachment");
    expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
    for (const criterion of ["impact", "utility", "feasibility", "scalability", "innovation"]) {
      const name = new RegExp(t(`criteria.${criterion}.name`));
      const scale = desk.getByRole("group", { name });
      await scale.getByRole("radio", { name: "9", exact: true }).check({ force: true });
    }
    await expect(desk.getByText(t("evaluation.sheet.total"))).toBeVisible();
    await expectNoAxeViolations(desk);
  });

  await test.step("the evaluator closes the evaluation, which is then read-only", async () => {
    await desk.getByRole("link", { name: t("evaluation.cockpit.backFiltered") }).click();
    await desk.getByRole("link", { name: t("evaluation.list.toReview") }).click();
    await desk.getByRole("button", { name: t("evaluation.close.button") }).click();
    // While the call is open, the dialog warns that more projects can arrive.
    const dialog = desk.getByRole("dialog", { name: t("evaluation.close.titleEarly") });
    await dialog.getByRole("button", { name: t("evaluation.close.confirmEarly") }).click();
    await expect(dialog).toBeHidden();
    await expect(desk.getByRole("heading", { level: 1 })).toHaveText(
      t("evaluation.review.closedTitle"),
    );
    await desk.goto(path("/dashboard/evaluation"));
    await desk.getByLabel(t("evaluation.list.search")).fill(nome);
    // Wait for the filtered list. In the unfiltered list, the project's row would move before the click.
    await expect(desk.getByRole("rowheader")).toHaveCount(1);
    await desk.getByRole("link", { name: nome }).click();
    await expect(desk.getByText(t("evaluation.sheet.closed"))).toBeVisible();
    await expectNoAxeViolations(desk);
  });

  await test.step("the applicant signs out", async () => {
    await page.getByRole("button", { name: t("account.signOut") }).click();
    await page.waitForURL(`**${path("/login")}`);
  });
});
