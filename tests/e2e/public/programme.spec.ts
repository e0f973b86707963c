import { ARCHIVE } from "@/lib/routes/archive";
import { isPrivate } from "@/lib/routes/guard";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";

/** The archived versions of public pages. Other tests check the archived versions of private pages. */
const ARCHIVED = ARCHIVE.filter(({ path }) => !isPrivate(path));

/** The browser's console message after an error response that the test causes. */
const REFUSED = /the server responded with a status of 404/;

test("the call shows its state by the server's clock: not yet open, open, closed", async ({
  page,
  path,
  t,
}) => {
  const main = page.getByRole("main");
  const ways = ["not_yet_open", "open", "closed"].map((state) =>
    t(`countdown.callAction.${state}`),
  );
  for (const [instant, way] of [
    ["2020-01-01T10:00:00Z", ways[0]],
    [null, ways[1]],
    ["2099-01-01T10:00:00Z", ways[2]],
  ] as const) {
    const now = new Date(instant ?? Date.now());
    // The computer's clock is a day late. Pages must use the server's time instead.
    await page.clock.setFixedTime(new Date(now.getTime() - 86_400_000));
    await page.route("**/api/time", (route) =>
      route.fulfill({ status: 204, headers: { Date: now.toUTCString() } }),
    );
    await page.goto(path("/call-for-ideas"));
    await expect(main.getByRole("link", { name: way }).first()).toBeVisible();
    for (const other of ways.filter((one) => one !== way)) {
      await expect(main.getByRole("link", { name: other })).toHaveCount(0);
    }
  }
});

test("the call shows its dates, rules and answers without scripts", async ({
  browser,
  baseURL,
  path,
  t,
  language,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto(path("/call-for-ideas"));
  const main = page.getByRole("main");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: t("header.apply") })).toHaveCount(1);
  await expect(header.getByRole("link", { name: t("header.write") })).toHaveCount(0);
  await expect(main).toContainText(language === "it" ? "24:00 del" : "until midnight");
  await expect(main).toContainText(language === "it" ? "50.000 €" : "€50,000");
  await expect(main).toContainText("Process Transformation / Sustainable retail");
  const first = main.getByRole("group").first();
  await first.locator("summary").click();
  await expect(first.getByRole("list")).toBeVisible();
  await context.close();
});

test("the call's figures are also texts, and its questions open by keyboard", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/call-for-ideas"));
  const weights = page.getByRole("heading", { name: t("criteria.impact.name") });
  const criteria = page.getByRole("list").filter({ has: weights });
  await expect(criteria.getByRole("listitem")).toHaveText([/^30/, /^20/, /^20/, /^15/, /^15/]);
  for (const stage of ["pre_selected", "semifinalist", "finalist"]) {
    await expect(page.getByText(t(`home.funnel.${stage}`)).first()).toBeVisible();
  }
  const question = page.getByRole("group").first();
  await question.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(question).toHaveAttribute("open", "");

  const blocks = await page.locator('script[type="application/ld+json"]').allTextContents();
  const faq = blocks.find((block) => block.includes("FAQPage")) ?? "{}";
  const { mainEntity } = JSON.parse(faq) as { mainEntity: object[] };
  expect(mainEntity).toHaveLength(await page.getByRole("group").count());
});

test("the Academy has eleven numbered lessons in four groups, each linked by its ring", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/academy"));
  const index = page.getByRole("navigation", { name: t("academy.index") });
  await expect(index.getByRole("link")).toHaveCount(11);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(7);
  const title = await index.getByRole("link").nth(6).innerText();
  await index.getByRole("link").nth(6).click();
  await page.waitForURL(`**${path("/academy/")}*`);
  expect(title).toContain(await page.getByRole("heading", { level: 1 }).innerText());
});

test("a lesson has an exercise, a figure, its minutes, and the lessons before and after it", async ({
  page,
  path,
  t,
  language,
}) => {
  await page.goto(path("/academy/il-conto-economico-con-calma"));
  const main = page.getByRole("main");
  const trail = page.getByRole("navigation", { name: t("content.trail") });
  await expect(trail.getByRole("link", { name: t("academy.title") })).toBeVisible();
  const exercise = language === "it" ? "Esercizio" : "Exercise";
  await expect(main.getByRole("heading", { name: exercise, level: 2 })).toBeVisible();
  await expect(main.getByRole("table")).toBeVisible();
  await expect(main.locator("dl")).toContainText("45");
  const around = page.getByRole("navigation", { name: t("content.neighbours") });
  await expect(around.getByRole("link").nth(0)).toHaveAttribute(
    "href",
    path("/academy/sbagliare-con-metodo"),
  );
  await expect(around.getByRole("link").nth(1)).toHaveAttribute(
    "href",
    path("/academy/quanto-costa-un-cliente"),
  );
});

test("the learner tracks require an account", async ({ page, path, t }) => {
  await page.goto(path("/academy"));
  const main = page.getByRole("main");
  await expect(
    main.getByRole("link", { name: t("academyTrack.business.register") }),
  ).toHaveAttribute("href", path("/registration"));
  await signIn(page, await newAccount());
  await page.goto(path("/academy"));
  await expect(main.getByRole("link", { name: t("academyTrack.business.open") })).toHaveAttribute(
    "href",
    /^https:\/\/learning\./,
  );
  await expect(main.getByRole("link", { name: t("academyTrack.impact.open") })).toBeVisible();
});

test("the policies in the footer and on the cookie page are PDFs in the page's language", async ({
  page,
  path,
  request,
  language,
}) => {
  await page.goto(path("/cookie-policy"));
  const links = page.getByRole("main").locator('a[href$=".pdf"]');
  await expect(links).toHaveCount(3);
  for (const link of await links.all()) {
    const href = (await link.getAttribute("href")) ?? "";
    expect(href).toContain(`-${language}.pdf`);
    const answer = await request.get(href);
    expect(answer.headers()["content-type"]).toBe("application/pdf");
    expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("each public page's archived version has a notice, a link to today's page and noindex", async ({
  page,
  path,
  t,
}) => {
  for (const { path: old, today } of ARCHIVED) {
    const answer = await page.goto(path(old));
    expect(answer?.status(), old).toBe(200);
    const main = page.getByRole("main");
    await expect(main.getByText(t("archive.notice"))).toBeVisible();
    await expect(main.getByRole("link", { name: t("archive.today") })).toHaveAttribute(
      "href",
      path(today),
    );
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const canonical = await page.locator('link[rel="canonical"]').getAttribute("href");
    expect(new URL(canonical ?? "").pathname).toBe(path(today));
    await expect(page.locator('link[rel="alternate"][hreflang]')).toHaveCount(0);
  }
  await expectNoAxeViolations(page);
});

test("an unknown archived address is the localized 404", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  for (const route of ["/loginOLD", "/academyold", "/qualcosaOLD", "/academyOLD/x"]) {
    const answer = await page.goto(path(route));
    expect(answer?.status(), route).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("notFound.title"));
  }
});

test("the archived private area requires a sign-in and links today's pages", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/dashboardOLD"));
  await expect(page).toHaveURL(new RegExp(`${path("/login")}\\?next=`));
  await signIn(page, await newAccount());
  const answer = await page.goto(path("/dashboardOLD"));
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  await expect(page.getByText(t("archive.notice"))).toBeVisible();
  const links = page.getByRole("navigation", { name: t("archive.dashboardToday") });
  await expect(links.getByRole("link", { name: t("archive.dashboard.overview") })).toHaveAttribute(
    "href",
    path("/dashboard"),
  );
  await expectNoAxeViolations(page);
});
