import { CRITERIA } from "@/contract/evaluation/weights";
import { fieldsOf, ruleOf, STEPS } from "@/contract/project/project-fields";
import { accessibilityTree, unnamedControls } from "../../support/browser/accessibility-tree";
import { expect, test } from "../../support/browser/browser";
import { press, tabTo } from "../../support/browser/keyboard";
import { untilHydrated } from "../../support/browser/pages";
import { becomeStaff } from "../../support/browser/staff";
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
  // Chromium tells screen readers that the checkbox is required, but its protocol omits this state. Check the attribute
  // instead.
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
  const sheet = page.getByRole("region", { name: t("evaluation.sheet.label") });
  await tabTo(page, sheet.getByRole("radio").first());
  const stops: string[] = [];
  for (const _ of CRITERIA) {
    stops.push(await page.evaluate(() => (document.activeElement as HTMLInputElement).name));
    await page.keyboard.press("Tab");
  }
  expect(stops).toEqual(CRITERIA.map(({ id }) => `score-${id}`));
});

test("the first stop of the Tab key leads past the header, also on login and registration", async ({
  page,
  path,
  t,
}) => {
  for (const place of ["/", "/call-for-ideas", "/login", "/registration"]) {
    await page.goto(path(place));
    await untilHydrated(page);
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: t("header.skip"), exact: true });
    await expect(skip, place).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    const isPast = () =>
      document.querySelector("header")?.compareDocumentPosition(document.activeElement as Element);
    // 4 is Node.DOCUMENT_POSITION_FOLLOWING: the focused element follows the header.
    expect(await page.evaluate(isPast), place).toBe(4);
  }
});

test.describe("a first visit", () => {
  test.use({ firstVisit: true });
  test("the login and the consent question name their controls and block nothing", async ({
    page,
    path,
    t,
  }) => {
    await page.goto(path("/login"));
    await expect(page.getByRole("region", { name: t("consent.title") })).toBeVisible();
    const tree = await accessibilityTree(page);
    expect(unnamedControls(tree)).toEqual([]);
    const fields = tree.filter(({ role }) => role === "textbox");
    expect(fields.map(({ name }) => name)).toEqual([t("account.email"), t("account.password")]);
    const blocks = tree.some(({ role, states }) => role === "dialog" || states.includes("modal"));
    expect(blocks).toBe(false);
    const placeOf = (wanted: string) => tree.findIndex(({ name }) => name === wanted);
    expect(placeOf(t("consent.title"))).toBeLessThan(placeOf(t("account.email")));

    await page.getByRole("button", { name: t("consent.choose"), exact: true }).click();
    const preferences = page.getByRole("dialog");
    await expect(preferences).toBeVisible();
    const save = preferences.getByRole("button").last();
    await tabTo(page, save);
    await expect(save).toHaveCSS("outline-width", "3px");
  });
});

test("pages of the control room name their controls, and a dialog is modal and has a name", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  // The browser logs a response that asks for re-authentication, because adding an authenticator app requires it.
  allowConsole(/status of 403/);
  await becomeStaff(page, { path, t });
  for (const place of ["", "/candidature", "/valutatori", "/persone"]) {
    await page.goto(path(`/dashboard/regia${place}`));
    await untilHydrated(page);
    const tree = await accessibilityTree(page);
    expect(unnamedControls(tree), place).toEqual([]);
    expect(
      tree.filter(({ role }) => role === "main"),
      place,
    ).toHaveLength(1);
  }
  await page.goto(path("/dashboard/regia/valutatori"));
  await press(page, page.getByRole("button", { name: t("staff.evaluators.act.invite") }).first());
  await expect(page.getByRole("dialog")).toBeVisible();
  const [dialog] = (await accessibilityTree(page)).filter(({ role }) => role === "dialog");
  expect(dialog?.name).not.toBe("");
  expect(dialog?.states).toContain("modal");
});
