import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { expect, expectNoAxeViolations, pathIn, test } from "../../support/browser/browser";

/** Console messages of the browser after an error response that the test causes. */
const REFUSED = /the server responded with a status of (404|429)|net::ERR_FAILED/;

type Words = (key: string, values?: Record<string, string | number | Date>) => string;

for (const route of [
  "/magazine/4",
  "/magazine/01",
  "/magazine/mai-scritto",
  "/storie/nessuno",
  "/evento/mai",
  "/evento/mai/calendar",
  "/corso/nessuno",
  "/academy/nessuna",
]) {
  test(`${route} is the server-rendered 404 page`, async ({ request, path, t }) => {
    const answer = await request.get(path(route));
    expect(answer.status()).toBe(404);
    const html = await answer.text();
    for (const words of [t("notFound.title"), t("notFound.cta")]) expect(html).toContain(words);
  });
}

test("/magazine redirects to its first page", async ({ page, path, request }) => {
  const answer = await request.get(path("/magazine"), { maxRedirects: 0 });
  expect([307, 308]).toContain(answer.status());
  await page.goto(path("/magazine"));
  expect(new URL(page.url()).pathname).toBe(path("/magazine/1"));
});

test("the magazine's pages contain each article once", async ({ page, path, t }) => {
  await page.goto(path("/magazine/1"));
  const titles: string[] = [];
  for (let number = 1; number <= 3; number++) {
    const here = page.getByRole("link", { name: t("content.page", { page: number }), exact: true });
    await expect(here).toHaveAttribute("aria-current", "page");
    const articles = page.getByRole("article").getByRole("heading", { level: 2 });
    titles.push(...(await articles.allTextContents()));
    const next = page.getByRole("link", { name: t("content.next"), exact: true });
    if (number === 3) await expect(next).toHaveCount(0);
    else {
      await next.click();
      await page.waitForURL(`**${path(`/magazine/${number + 1}`)}`);
    }
  }
  expect(new Set(titles).size).toBe(titles.length);
  await page.goto(path("/magazine/1"));
  await expect(page.getByText(t("magazine.count", { count: titles.length }))).toBeVisible();
});

test("a topic shows only its articles, and an article links back to the topic", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/magazine/1"));
  const topics = page.getByRole("navigation", { name: t("magazine.filters") });
  await topics.getByRole("link").nth(2).click();
  await expect(topics.getByRole("link").nth(2)).toHaveAttribute("aria-current", "page");
  const topic = await page.getByRole("heading", { level: 1 }).innerText();
  await page.getByRole("article").first().getByRole("link").click();
  const trail = page.getByRole("navigation", { name: t("content.trail") });
  await expect(trail.getByRole("link", { name: topic })).toBeVisible();
  await trail.getByRole("link", { name: topic }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(topic);
});

test("an article's table of contents links to its headings", async ({ page, path, t }) => {
  await page.goto(path("/magazine/misurare-prima-di-crescere"));
  const link = page
    .getByRole("navigation", { name: t("content.contents") })
    .getByRole("link")
    .last();
  const words = await link.innerText();
  await link.click();
  await expect(page.getByRole("heading", { name: words, exact: true })).toBeInViewport();
});

test("an event can be added to a calendar", async ({ page, path, request, t, language }) => {
  await page.goto(path("/evento/due-rive"));
  const link = page.getByRole("link", { name: t("events.calendar") });
  const answer = await request.get((await link.getAttribute("href")) ?? "");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  expect(answer.headers()["content-disposition"]).toContain("due-rive.ics");
  const text = (await answer.text()).replaceAll("\r\n ", "");
  expect(text).toContain("DTSTART;TZID=Europe/Rome:20270415T180000");
  expect(text).toContain("BEGIN:VTIMEZONE\r\nTZID:Europe/Rome");
  expect(text).toContain(`URL:${new URL(pathIn(language, "/evento/due-rive"), page.url()).href}`);
});

test("events are grouped by month, and links select those online or in person", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/evento"));
  const main = page.getByRole("main");
  const titles = main.getByRole("heading", { level: 4 });
  const all = await titles.allTextContents();
  const months = await main.getByRole("heading", { level: 3 }).allTextContents();
  expect(months.length).toBeLessThan(all.length);
  expect(new Set(months).size).toBe(months.length);
  const shown: string[] = [];
  for (const attendance of ["online", "onsite"]) {
    const filters = main.getByRole("navigation", { name: t("events.filters") });
    await filters.getByRole("link", { name: t(`events.only.${attendance}.tab`) }).click();
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(
      t(`events.only.${attendance}.title`),
    );
    await expect(filters.locator("[aria-current]")).toHaveText(t(`events.only.${attendance}.tab`));
    const some = await titles.allTextContents();
    expect(some.length).toBeLessThan(all.length);
    shown.push(...some);
  }
  expect([...new Set(shown)].sort()).toEqual(all.sort());
});

test("each content page has parseable structured data", async ({ page, path }) => {
  const kinds = async (route: string) => {
    await page.goto(path(route));
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
    return texts.map((text) => JSON.parse(text)["@type"]);
  };
  expect(await kinds("/magazine/due-minuti")).toEqual(["Article", "BreadcrumbList"]);
  expect(await kinds("/storie/lumaca")).toEqual(["Article", "BreadcrumbList"]);
  expect(await kinds("/evento/due-rive")).toEqual(["Event", "BreadcrumbList"]);
  expect(await kinds("/corso/governare-in-pochi")).toEqual(["Course", "BreadcrumbList"]);
  expect(await kinds("/academy/un-idea-non-basta")).toEqual(["LearningResource", "BreadcrumbList"]);
});

async function fill(page: Page, t: Words, email: string) {
  await page.getByLabel(t("whitepaper.firstName"), { exact: true }).fill("Irene");
  await page.getByLabel(t("whitepaper.lastName")).fill("Bassani");
  await page.getByLabel(t("whitepaper.email")).fill(email);
  await page.getByLabel(t("whitepaper.company")).fill("Rio Basso");
  await page.getByLabel(t("whitepaper.role")).fill("Soci");
  await page.getByRole("checkbox", { name: /privacy/i }).check();
}

test("the whitepaper arrives by email", async ({ page, path, t, mailbox, request }) => {
  const email = `e2e-${randomUUID()}@example.org`;
  // Report violations of the content security policy. By default, the library zod generates code at runtime, which the
  // policy forbids.
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error("the policy refused", violatedDirective, blockedURI),
    ),
  );
  await page.goto(path("/community-event"));
  const send = page.getByRole("button", { name: t("whitepaper.submit") });
  await send.click();
  const summary = page.getByRole("region", { name: t("whitepaper.checkFields") });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("listitem")).toHaveCount(6);
  await expectNoAxeViolations(page);

  await fill(page, t, "storta@");
  await send.click();
  await expect(summary.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel(t("whitepaper.email")).fill(email);
  await send.click();
  await page.waitForURL(`**${path("/thankyou-page")}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("thanks.title"));

  const link = await mailbox.link(email, "whitepaper");
  const answer = await request.get(new URL(link).pathname);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/pdf"]);
});

test("a failed whitepaper request shows the reason and keeps the typed values", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await page.goto(path("/community-event"));
  await fill(page, t, "irene@example.org");
  const send = page.getByRole("button", { name: t("whitepaper.submit") });
  const alert = page.getByRole("alert").filter({ hasText: t("whitepaper.failed") });

  await page.route("**/wp-json/**", (route) => route.abort());
  await send.click();
  await expect(alert).toContainText(t("errors.network"));
  await expectNoAxeViolations(page);

  await page.unroute("**/wp-json/**");
  await page.route("**/wp-json/**", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "540" },
      json: { code: "too_many_requests", message: "", data: { status: 429 } },
    }),
  );
  await send.click();
  await expect(alert).toContainText(t("whitepaper.retryIn", { minutes: 9 }));
  await expect(page.getByLabel(t("whitepaper.email"))).toHaveValue("irene@example.org");
});
