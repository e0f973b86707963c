import { fieldsOf, ruleOf, STEPS } from "@/contract/project/project-fields";
import { accessibilityTree, unnamedControls } from "../../support/browser/accessibility-tree";
import { expect, test } from "../../support/browser/browser";
import { untilHydrated } from "../../support/browser/pages";
import { newAccount, newEvaluator, signIn } from "../../support/browser/visitors";
import { applicationOf } from "../../support/people/application";

// Reads the tree that Chromium gives to screen readers.

test("the registration form states what is required, and says no text twice", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/registration"));
  await untilHydrated(page);
  const tree = await accessibilityTree(page);
  expect(unnamedControls(tree)).toEqual([]);
  const boxes = tree.filter(({ role }) => role === "checkbox");
  const [privacy, newsletter] = boxes;
  expect(boxes).toHaveLength(2);
  expect(privacy?.name).not.toBe("");
  // Screen readers get the requirement of a checkbox, but Chromium's protocol omits it.
  const needed = page.getByRole("checkbox", { name: privacy?.name ?? "", exact: true });
  await expect(needed).toHaveAttribute("aria-required", "true");
  expect(newsletter).toMatchObject({
    name: t("registration.newsletter"),
    description: t("registration.newsletterHelp"),
  });
  const group = tree.find(({ role }) => role === "radiogroup");
  expect(group?.name).toBe(`${t("registration.interest")} ${t("forms.optional")}`);
  expect(group?.states).not.toContain("required");
});

test("each step of the application names its controls, and required groups say so", async ({
  page,
  path,
  t,
}) => {
  await signIn(page, await newAccount());
  const app = applicationOf(page, t, path);
  let groups = 0;
  for (const step of STEPS) {
    await app.open(step);
    await untilHydrated(page);
    const tree = await accessibilityTree(page);
    expect(unnamedControls(tree), step).toEqual([]);
    for (const field of fieldsOf(step)) {
      const label = t(`fields.label.${field}`);
      const group = tree.find(({ role, name }) => role === "radiogroup" && name === label);
      if (group) expect(group.states.includes("required"), label).toBe(ruleOf(field).required);
    }
    groups += tree.filter(({ role }) => role === "radiogroup").length;
  }
  expect(groups).toBeGreaterThan(2);
});

test("the evaluator's page names its controls and its project", async ({ page, path, t }) => {
  await signIn(page, await newEvaluator());
  await page.goto(path("/dashboard/evaluation?search=Balia"));
  await page.locator("tbody").getByRole("link", { name: "Balia", exact: true }).click();
  await expect(page.getByRole("region", { name: t("evaluation.sheet.label") })).toBeVisible();
  await expect(page).toHaveTitle(/Balia/);
  const tree = await accessibilityTree(page);
  expect(unnamedControls(tree)).toEqual([]);
  expect(tree.filter(({ role }) => role === "radio").length).toBeGreaterThan(50);
});
