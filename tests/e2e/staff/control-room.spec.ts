import { chromium, type Page } from "playwright/test";
import { SCREENS } from "../../../components/staff/shell/screens";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { handsOn } from "../../support/browser/hands";
import { openReady } from "../../support/browser/pages";
import { becomeStaff } from "../../support/browser/staff";
import { newAccount, signIn } from "../../support/browser/visitors";

const SITE = process.env.E2E_BASE_URL ?? "";
const WIDTHS = [360, 768, 1366, 1440];

test("the control room is a 404 for a user outside staff", async ({ page, path, allowConsole }) => {
  allowConsole(/status of 404/);
  await signIn(page, await newAccount());
  for (const screen of SCREENS) {
    const answer = await page.goto(path(screen.path));
    expect(answer?.status(), screen.path).toBe(404);
  }
});

test("each screen is reached by its keys, is accessible and fits the window", {
  tag: "@english",
}, async ({ page, path, t, allowConsole }) => {
  // The browser logs a response that asks for re-authentication, because adding an authenticator app requires it.
  allowConsole(/status of 403/);
  test.setTimeout(240_000);
  await becomeStaff(page, { path, t });
  await page.goto(path("/dashboard"));
  await expect(page).toHaveURL(new RegExp(`${path("/dashboard/regia")}$`));
  for (const screen of SCREENS) {
    await page.locator("h1").first().waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press(screen.key);
    await expect(page).toHaveURL(new RegExp(`${path(screen.path)}(\\?.*)?$`));
    const row = page.getByRole("navigation", { name: t("staff.areaNav") });
    await expect(row.locator("[aria-current=page]")).toContainText(
      t(`staff.screens.${screen.name}`),
    );
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page, screen.path);
  }
});

/** Checks that a page does not scroll sideways at any window width. */
async function expectToFit(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `${name} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Pages of the control room that have no keyboard shortcut. */
const FURTHER = [
  "avvisi",
  "candidature/etichette",
  "valutatori/assegnazione",
  "persone/richieste",
  "persone/whitepaper",
  "email/lettere",
  "email/modelli",
];

test("the pages behind the screens are accessible and fit the window", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  test.setTimeout(180_000);
  await becomeStaff(page, { path, t });
  for (const one of FURTHER) {
    await openReady(page, path(`/dashboard/regia/${one}`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectNoAxeViolations(page);
    await expectToFit(page, one);
  }
});

test("a phone folds the filters, the other tabs and the other actions of a list", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  await becomeStaff(page, { path, t });
  await page.setViewportSize({ width: 390, height: 844 });
  await openReady(page, path("/dashboard/regia/candidature"));
  await page.locator("tbody tr").first().waitFor();
  const hands = handsOn(page, t, path);
  const actions = page.getByRole("region", { name: t("staff.list.selection") });
  const folds = [
    [t("staff.list.fold", { count: 0 }), page.getByLabel(t("staff.list.addFilter"))],
    [
      t("staff.list.moreTabs"),
      page.getByRole("link", { name: new RegExp(`^${t("staff.applications.tab.withdrawn")}`) }),
    ],
    [
      t("staff.list.moreActions"),
      actions.getByRole("button", { name: t("staff.applications.act.assign") }),
    ],
  ] as const;
  await page.getByRole("row").nth(1).getByRole("checkbox").check();
  for (const [name, part] of folds) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(part).toBeHidden();
    await hands.press(button);
    await expect(part).toBeVisible();
  }
  await expectNoAxeViolations(page);
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBeLessThanOrEqual(0);
});

test("a laptop shows every action on the chosen applications without scrolling", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  await becomeStaff(page, { path, t });
  await page.setViewportSize({ width: 1366, height: 768 });
  await openReady(page, path("/dashboard/regia/candidature"));
  await page.locator("tbody tr").first().waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: t("staff.list.selection") });
  const actions = bar.getByRole("button");
  await expect(
    actions.filter({ hasText: t("staff.applications.act.extend") }).last(),
  ).toBeVisible();
  // The first two buttons change the selection. The next button is the first action, the export of the chosen rows.
  const [, , first] = await actions.allInnerTexts();
  expect(first).toBe(t("staff.applications.exportChosen", { count: 1 }));
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(64);
  for (const action of await actions.all()) {
    const box = await action.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 9_999), await action.innerText()).toBeLessThanOrEqual(
      1366,
    );
    expect((box?.y ?? 0) + (box?.height ?? 9_999)).toBeLessThanOrEqual(768);
  }
});

test("text at twice its size keeps each screen within the window", async ({
  page,
  path,
  t,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  test.setTimeout(240_000);
  await becomeStaff(page, { path, t });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH as string,
    args: ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"],
  });
  try {
    const storageState = await page.context().storageState();
    const large = await browser.newPage({ baseURL: baseURL as string, storageState });
    for (const screen of SCREENS) {
      for (const width of [768, 1440]) {
        await large.setViewportSize({ width, height: 900 });
        await large.goto(path(screen.path));
        await expect(large.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(large.locator("main [aria-busy=true]")).toHaveCount(0);
        const wide = await large.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${screen.path} at ${width} px`).toBeLessThanOrEqual(width);
      }
    }
  } finally {
    await browser.close();
  }
});

test("a deadline extension is previewed and executed by keyboard only, and logged", {
  tag: "@english",
}, async ({ page, path, t, newVisitor, allowConsole }) => {
  allowConsole(/status of 403/);
  const applicant = await newAccount();
  const visitor = await newVisitor();
  await signIn(visitor, applicant);
  const saved = await visitor.request.post("/wp-json/wp/v2/project", {
    headers: { Origin: new URL(SITE).origin },
    data: { nome: "Ancora un’ora" },
  });
  expect(saved.ok()).toBe(true);
  await becomeStaff(page, { path, t });
  await page.goto(`${path("/dashboard/regia/candidature")}?search=${applicant.email}`);
  const row = page.getByRole("row").filter({ hasText: "Ancora un’ora" });
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press("x");
  await page.keyboard.press("p");
  const sheet = page.getByRole("dialog");
  await expect(sheet).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(row).toBeFocused();
  await page.keyboard.press("p");
  await sheet.locator('input[type="date"]').fill("2099-01-02");
  await sheet.getByRole("textbox", { name: t("staff.act.reason") }).fill("linea caduta");
  const act = sheet.getByRole("button", {
    name: t("staff.act.of.extendApplications.verb", { count: 1 }),
  });
  await expect(act).not.toHaveAttribute("aria-disabled", "true");
  await act.press("Enter");
  await expect(sheet).toHaveCount(0);
  await page
    .getByRole("link", { name: /\d/ })
    .and(page.locator("[href*='registro?before=']"))
    .click();
  await expect(page.getByText("linea caduta").first()).toBeVisible();
});

test("a list that loads slowly shows a white loading bar on the black page until its rows arrive", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  await becomeStaff(page, { path, t });
  await page.goto(path("/dashboard/regia/candidature"));
  await handsOn(page, t, path).settled();
  await page.route(/staff\/applications\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.getByRole("main").locator("a[href*='sort=']").first().click();
  const bar = page.locator("#nprogress .bar");
  await expect(bar).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.locator("main [aria-busy=true]").first()).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
});

test("a saved view is added as a tab and removed, by keyboard only", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 403/);
  await becomeStaff(page, { path, t });
  const hands = handsOn(page, t, path);
  const list = path("/dashboard/regia/candidature");
  await page.goto(`${list}?state=sent&due=soon`);
  await hands.settled();
  const named = (key: string) => ({ name: t(`staff.list.saved.${key}`), exact: true });
  await hands.press(page.getByRole("button", named("save")));
  const dialog = page.getByRole("dialog");
  await expectNoAxeViolations(page);
  await hands.type(dialog.getByRole("textbox"), "Ultima sera");
  await hands.press(dialog.getByRole("button", named("keep")));
  await expect(dialog).toHaveCount(0);
  const tabs = page.getByRole("navigation", { name: t("staff.applications.tabs") });
  const tab = tabs.getByRole("link", { name: /^Ultima sera/ });
  await expect(tab).toHaveAttribute("aria-current", "page");
  await hands.settled();
  await page.goto(list);
  await hands.press(tab);
  await expect(page).toHaveURL(/\?due=soon&state=sent$/);
  await hands.settled();
  const manage = t("staff.list.saved.manage", { name: "Ultima sera" });
  await hands.press(page.getByRole("button", { name: manage, exact: true }));
  await expectNoAxeViolations(page);
  await hands.press(dialog.getByRole("button", named("delete")));
  const question = page.getByRole("dialog", {
    name: t("staff.list.saved.deleteAsk", { name: "Ultima sera" }),
  });
  await hands.press(question.getByRole("button", named("delete")));
  await expect(tab).toHaveCount(0);
  await expect(page).toHaveURL(/\?due=soon&state=sent$/);
  await hands.settled();
});
