import { expect, expectNoAxeViolations, test } from "../support/browser";

test("the home page answers in the visitor's language and axe finds nothing", async ({
  page,
  path,
  language,
}) => {
  const answer = await page.goto(path("/"));
  expect(answer?.status()).toBe(200);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectNoAxeViolations(page);
});
