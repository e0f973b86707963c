import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { becomeStaff } from "../../support/browser/staff";
import { newAccount, signIn } from "../../support/browser/visitors";

const AREA = "/dashboard/regia";
const SITE = process.env.E2E_BASE_URL ?? "";

test("staff see an applicant's pages under a banner in each tab, and change nothing until they stop", async ({
  page,
  path,
  t,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const name = { first_name: "Marco", last_name: "Bassani" };
  const applicant = await newAccount({ name });
  const visitor = await newVisitor();
  await signIn(visitor, applicant);
  const headers = { Origin: new URL(SITE).origin };
  const saved = await visitor.request.post("/wp-json/wp/v2/project", {
    headers,
    data: { nome: "Meridiana" },
  });
  expect(saved.ok()).toBe(true);

  await becomeStaff(page, { path, t });
  const person = "Marco Bassani";
  const band = page.getByRole("complementary", { name: t("staff.look.label") });
  await page.goto(`${path(`${AREA}/candidature`)}?search=${applicant.email}`);
  await page.getByRole("link", { name: "Meridiana" }).click();
  await page.getByRole("button", { name: t("staff.application.seeAs.open", { person }) }).click();
  const row = page.url();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Non trova il video");
  await expectNoAxeViolations(page);
  await dialog
    .getByRole("button", { name: t("staff.application.seeAs.verb"), exact: true })
    .click();
  await expect(band).toContainText(t("staff.look.as", { name: person }));
  expect(new URL(page.url()).pathname).toBe(path("/dashboard"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Meridiana");
  await expectNoAxeViolations(page);

  await page.goto(path("/dashboard/project/idea"));
  await expect(band).toBeVisible();
  await expect(page.locator("[name=nome]")).toBeDisabled();
  await expect(page.locator("[name=nome]")).toHaveValue("Meridiana");
  await expect(page.getByText(t("errors.seeing_only"))).toBeVisible();
  const refused = await page.request.post("/wp-json/wp/v2/project", {
    headers,
    data: { nome: "Altro" },
  });
  expect((await refused.json()).code).toBe("seeing_only");

  // Open another tab. It shows the staff member's own pages in the control room, and the applicant's pages outside it.
  const tab = await page.context().newPage();
  await tab.goto(path(AREA));
  await expect(tab.getByRole("navigation").first()).toBeVisible();
  await expect(tab.getByRole("complementary", { name: t("staff.look.label") })).toHaveCount(0);
  await tab
    .getByRole("link", { name: t("header.overview"), exact: true })
    .first()
    .click();
  const stop = tab.getByRole("button", { name: t("staff.look.stop") });
  await stop.click();
  await expect(tab).toHaveURL(row);
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(band).toHaveCount(0);
});

test("an expired impersonation opens no page until the staff member ends it", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  const person = await newAccount();
  await signIn(page, person);
  const over = { token: "see.x", name: "M", until: "2026-01-01T00:00:00.000Z", back: "/dashboard" };
  // The address that ends an impersonation responds with 404 to users who are not staff.
  allowConsole(/status of 404/);
  const value = Buffer.from(JSON.stringify(over)).toString("base64url");
  await page.context().addCookies([
    { name: "seeing", value, url: SITE },
    { name: "seeing_as", value: "1", url: SITE },
  ]);
  const response = await page.goto(path("/dashboard/project/idea"));
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("staff.look.over"));
  await expectNoAxeViolations(page);
  await page.getByRole("button", { name: t("staff.look.back") }).click();
  await page.goto(path("/dashboard"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("seeing");
});
