import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";

const resultsOf = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByRole("heading", { level: 3 }) })
    .getByRole("listitem");

test("a query finds its result, by keyboard only", async ({ page, path, t, language }) => {
  const [word, title] =
    language === "it"
      ? ["giuria", "Che cosa chiede la giuria (e che cosa no)"]
      : ["jury", "What the jury asks (and what it doesn’t)"];
  await page.goto(path("/"));
  await page.getByRole("button", { name: t("header.menu") }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("link", { name: t("header.page.search") })
    .press("Enter");
  await page.waitForURL(`**${path("/search")}`);
  await expect(page.getByRole("heading", { level: 1, name: t("search.title") })).toBeVisible();
  await expectNoAxeViolations(page);
  const field = page.getByRole("searchbox", { name: t("search.label") });
  await field.focus();
  await page.keyboard.type(word.toUpperCase());
  await page.keyboard.press("Enter");
  await page.waitForURL(/[?&]q=/);
  await expect(page).toHaveTitle(
    new RegExp(t("search.metaResults", { query: word.toUpperCase() })),
  );
  await expect(page.getByRole("searchbox")).toHaveValue(word.toUpperCase());
  const results = resultsOf(page);
  const first = results.first();
  await expect(first.locator("mark").first()).toHaveText(new RegExp(word, "i"));
  await expect(
    results.getByText(t("search.kind.posts", { count: 1 }), { exact: true }).first(),
  ).toBeVisible();
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, `sideways scroll at ${width}`).toBe(0);
  }
  await expectNoAxeViolations(page);
  await page.goto(path(`/search?q=${encodeURIComponent(title)}`));
  const link = results.getByRole("link", { name: title });
  await link.press("Enter");
  await page.waitForURL(`**${path("/magazine/che-cosa-chiede-la-giuria")}`);
});

test("the search ignores accents and case, and requires all words", async ({
  page,
  path,
  t,
  language,
}) => {
  const [plain, accented] = language === "it" ? ["perche", "PERCHÉ"] : ["eskisehir", "ESKİŞEHİR"];
  const titles = async (query: string) => {
    await page.goto(path(`/search?q=${encodeURIComponent(query)}`));
    return page.getByRole("main").getByRole("heading", { level: 3 }).allTextContents();
  };
  expect((await titles(plain)).length).toBeGreaterThan(0);
  expect(await titles(accented)).toEqual(await titles(plain));
  const one = await titles(language === "it" ? "giuria" : "jury");
  const both = await titles(language === "it" ? "giuria Torino" : "jury Turin");
  expect(both.length).toBeLessThan(one.length);
  await titles("x");
  await expect(page.getByText(t("search.short"))).toBeVisible();
});

test("the search covers content, people, questions, pages and documents, and no archived version", async ({
  page,
  path,
  t,
  language,
}) => {
  const asked: [query: string, kind: string, leadsTo: RegExp][] = [
    ["Academy", "page", /\/academy$/],
    ["privacy", "document", new RegExp(`/policy/web-privacy-${language}\\.pdf$`)],
    ["Ada Lentini", "people", /\/network#ada-lentini$/],
    ["Giada Orlandini", "posts", /\/magazine\/due-minuti$/],
    ["Vico tre Regine", "events", /\/evento\/./],
    ["cartavoce", "stories", /\/storie\/cartavoce$/],
    [language === "it" ? "due rive" : "two shores", "events", /\/evento\/due-rive$/],
    ["business plan", "lessons", /\/academy\/il-business-plan-in-dieci-pagine$/],
    ["cookie policy", "page", /\/cookie-policy$/],
    [
      language === "it" ? "legale rappresentante" : "legal representative",
      "question",
      /\/call-for-ideas#./,
    ],
  ];
  for (const [query, kind, leadsTo] of asked) {
    await page.goto(path(`/search?q=${encodeURIComponent(query)}`));
    const row = page
      .getByRole("listitem")
      .filter({ has: page.getByText(t(`search.kind.${kind}`, { count: 1 }), { exact: true }) });
    const hrefs = await row
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(hrefs, `${query}: ${kind}`).toContainEqual(expect.stringMatching(leadsTo));
    const everything = await page
      .getByRole("main")
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
    expect(everything.filter((pathname) => /old$/i.test(pathname))).toEqual([]);
  }
});

test("a query is never read as HTML, and its results are neither indexed nor cached", async ({
  page,
  path,
  request,
}) => {
  const evil = `"><img src=x onerror="document.title='hit'"><script>alert(1)</script> giuria`;
  const address = path(`/search?q=${encodeURIComponent(evil)}`);
  const answer = await request.get(address);
  expect(answer.headers()["cache-control"]).toContain("no-store");
  expect(answer.headers()["content-security-policy"]).toMatch(/script-src 'self' 'nonce-/);
  page.on("dialog", () => expect("a dialog opened").toBe(""));
  await page.goto(address);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(page.getByRole("searchbox")).toHaveValue(evil.slice(0, 100));
  expect(await page.getByRole("main").locator("img, script").count()).toBe(0);
  expect(await page.title()).toContain("<img");
});

test("the search works without scripts, page by page", async ({
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
  await page.goto(path("/search"));
  await page
    .getByRole("searchbox", { name: t("search.label") })
    .fill(language === "it" ? "impresa" : "company");
  await page.getByRole("button", { name: t("search.submit") }).click();
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(titles).toHaveCount(10);
  const first = await titles.allTextContents();
  await page.getByRole("link", { name: t("content.page", { page: 2 }), exact: true }).click();
  await expect(
    page.getByRole("link", { name: t("content.page", { page: 2 }), exact: true }),
  ).toHaveAttribute("aria-current", "page");
  const second = await titles.allTextContents();
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((title) => first.includes(title))).toEqual([]);
  const kinds = page.getByRole("navigation", { name: t("search.kinds") });
  await kinds.getByRole("link").nth(1).click();
  await page.waitForURL(/[?&]kind=/);
  const current = kinds.locator("[aria-current=page]");
  const count = Number(/\((\d+)\)$/.exec((await current.textContent()) ?? "")?.[1]);
  await expect(titles).toHaveCount(Math.min(count, 10));
  await context.close();
});

test("a search without results says so and suggests corrections and sections", async ({
  page,
  path,
  t,
  language,
}) => {
  const [slip, word] = language === "it" ? ["giurria", "giuria"] : ["magazin", "magazine"];
  await page.goto(path("/search?q=zzzzqqqq"));
  await expect(page.getByRole("heading", { name: t("search.none") })).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: t("search.sections") }).getByRole("link"),
  ).toHaveCount(6);
  await expectNoAxeViolations(page);
  // If no text contains all words of the query, the page offers each word as a separate search.
  await page.goto(path(`/search?q=${word}+zzzzqqqq`));
  await page.getByRole("main").getByRole("link", { name: word, exact: true }).click();
  await page.waitForURL(new RegExp(`q=${word}$`));
  expect(await resultsOf(page).count()).toBeGreaterThan(0);
  await page.goto(path(`/search?q=${slip}x`));
  await expect(page.getByRole("main")).toContainText(`${slip}x`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(word);
  expect(await resultsOf(page).count()).toBeGreaterThan(0);
});

test("the search finds figures with any separator, and questions by their usual names", async ({
  page,
  path,
  t,
  language,
}) => {
  const found = async (query: string) => {
    await page.goto(path(`/search?q=${encodeURIComponent(query)}`));
    return resultsOf(page).count();
  };
  const written = await found(language === "it" ? "50.000" : "50,000");
  expect(written).toBeGreaterThan(0);
  expect(await found("50000")).toBe(written);
  expect(await page.locator("mark").first().textContent()).toMatch(/^50[.,]000$/);
  for (const word of language === "it"
    ? ["FAQ", "scadenza", "soldi"]
    : ["FAQ", "deadline", "money"]) {
    expect(await found(word), word).toBeGreaterThan(0);
  }
  await page.goto(path(`/search?q=${language === "it" ? "impato" : "impacct"}`));
  await expect(page.getByRole("heading", { level: 2 }).first()).toContainText(
    language === "it" ? "impatto" : "impact",
  );

  await page.setViewportSize({ width: 1440, height: 900 });
  const second = await resultsOf(page).nth(1).boundingBox();
  expect((second?.y ?? 900) + (second?.height ?? 0)).toBeLessThan(900);
  await expect(page.getByRole("region", { name: t("callBand.page.list") })).toBeAttached();
});

test("an author outside the network links to a search for all their texts", async ({
  page,
  path,
}) => {
  await page.goto(path("/storie/lumaca"));
  await page.getByRole("link", { name: "Irene Bassani" }).click();
  await page.waitForURL(/[?&]q=Irene/);
  const hrefs = await resultsOf(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(hrefs).toContain(path("/storie/lumaca"));
  expect(hrefs.length).toBeGreaterThan(3);
});
