import { dateFormat } from "@/contract/dates";
import { STEPS } from "@/contract/project/project-fields";
import { expect, test } from "../../support/browser/browser";
import { newAccount, signIn } from "../../support/browser/visitors";

/* Tests links to a part of a page: an answer, a person, a document, or a date. */

test("the address of a question opens it on arrival, from the search, and later on the page", async ({
  page,
  path,
  language,
}) => {
  const words = language === "it" ? "legale rappresentante" : "legal representative";
  await page.goto(path(`/search?q=${encodeURIComponent(words)}`));
  const result = page.locator('main a[href*="/call-for-ideas#"]').first();
  const address = (await result.getAttribute("href")) ?? "";
  const answer = page.locator(address.replace(/^[^#]*/, ""));
  await result.click();
  await expect(answer).toBeVisible();
  await expect(answer).toContainText(words.slice(0, 5));

  await page.goto(address);
  await expect(answer).toBeVisible();
  await expect(answer).toBeInViewport();

  const other = await page.locator("details > div[id]").last().getAttribute("id");
  await page.evaluate((id) => {
    window.location.hash = id ?? "";
  }, other);
  await expect(page.locator(`[id="${other}"]`)).toBeVisible();
});

test("the address of a question opens it without scripts", async ({ browser, baseURL, path }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const page = await context.newPage();
  await page.goto(path("/call-for-ideas"));
  const ids = page.locator("details > div[id]");
  const id = await ids.nth(3).getAttribute("id");
  await page.goto("about:blank");
  await page.goto(`${path("/call-for-ideas")}#${id}`);
  await expect(page.locator(`[id="${id}"]`)).toBeVisible();
  await context.close();
});

test("the call shows its steps, the material to prepare and its documents", async ({
  page,
  path,
  t,
  language,
}) => {
  await page.goto(path("/call-for-ideas"));
  const how = page.getByRole("region", { name: t("call.how.title") });
  for (const step of STEPS) {
    await expect(how.getByRole("rowheader", { name: t(`steps.short.${step}`) })).toBeVisible();
  }
  const first = how.getByRole("row").nth(1);
  await expect(first).toContainText(t("call.how.required", { count: 7 }));
  await expect(how).toContainText("20 slide");
  for (const document of ["rules", "privacyNotice", "criteria"]) {
    const link = how.getByRole("link", { name: t(`policy.${document}`) });
    const answer = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(answer.headers()["content-type"], document).toBe("application/pdf");
    await expect(link).toHaveAttribute("href", new RegExp(`-${language}\\.pdf$`));
  }
  await expect(page.getByText(t("call.how.resume"))).toBeVisible();
});

test("the contents of the call stay beside its sections and lead to each of them", async ({
  page,
  path,
  t,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(path("/call-for-ideas"));
  const contents = page.getByRole("navigation", { name: t("call.contents") });
  const links = await contents.getByRole("link").all();
  expect(links).toHaveLength(6);
  for (const link of links) {
    await link.click();
    const heading = page.locator((await link.getAttribute("href")) ?? "");
    await expect(heading).toBeInViewport();
    await expect(contents).toBeInViewport();
  }
});

test("on a phone, the way to apply stays at the foot of the window between head and end", async ({
  page,
  path,
  t,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path("/call-for-ideas"));
  const apply = page
    .getByRole("main")
    .getByRole("link", { name: t("countdown.callAction.open"), exact: true });
  await expect(apply).toHaveCount(3);
  await expect(apply.nth(1)).not.toBeInViewport();
  for (const section of ["how", "stages", "faq"]) {
    await page.locator(`#${section}`).scrollIntoViewIfNeeded();
    await expect(apply.nth(1)).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press("End");
  const [bar, last] = [apply.nth(1), apply.nth(2)];
  await expect
    .poll(async () => {
      const [above, below] = [await bar.boundingBox(), await last.boundingBox()];
      return (above?.y ?? 0) + (above?.height ?? 0) < (below?.y ?? 0);
    })
    .toBe(true);
});

test("the printed call has at most six pages", async ({ page, path }) => {
  await page.goto(path("/call-for-ideas"));
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  const pages = pdf.match(/\/Type\s*\/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.length).toBeLessThanOrEqual(6);
});

test("the call shows the dates and benefits of each stage", async ({ page, path, t }) => {
  await page.goto(path("/call-for-ideas"));
  const stages = page.getByRole("region", { name: t("call.stages.title") });
  const phases = ["applications", "evaluation", "winners"];
  for (const phase of phases) {
    await expect(stages.getByRole("heading", { name: t(`call.calendar.${phase}`) })).toBeVisible();
  }
  const shown = page.getByRole("listitem").filter({ hasText: t("call.calendar.applications") });
  const days = (await shown.first().locator("span").first().textContent()) ?? "";
  expect(days).toMatch(/\d/);
  await expect(stages).toContainText(days);
  await expect(stages.getByRole("listitem")).toHaveText([
    new RegExp(t("call.stages.sentGets")),
    /^50 .*/,
    /^20 .*/,
    /^6 .*/,
    /^1 .*50[.,]000/,
  ]);
  const moments = await stages.getByRole("listitem").locator("strong").allTextContents();
  expect(new Set(moments).size).toBe(5);
  for (const moment of moments.slice(1)) expect(moment).toMatch(/\d/);
});

test("questions are grouped, and the link to an answer can be copied by keyboard", async ({
  page,
  path,
  t,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path("/call-for-ideas"));
  const questions = page.getByRole("region", { name: t("call.faq.title") });
  await expect(questions.getByRole("heading", { level: 3 })).toHaveCount(4);
  const entry = questions.getByRole("group").nth(2);
  await entry.locator("summary").focus();
  await page.keyboard.press("Enter");
  // A script adds the button for copying the link, because the button works only with scripts.
  const copy = entry.getByRole("button", { name: t("call.faq.copy") });
  await expect(copy).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(copy).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(entry.getByRole("status")).toHaveText(t("call.faq.copied"));
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(address).hash).toBe(`#${await entry.locator("div[id]").getAttribute("id")}`);
  expect(page.url()).toBe(address);

  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.keyboard.press("Enter");
  await expect(entry.getByRole("status")).toHaveText(t("call.faq.notCopied"));
});

test("each programme abroad shows its person, address and next meeting with date, place and language", async ({
  page,
  path,
  t,
  language,
}) => {
  await page.goto(path("/progetti-internazionali"));
  const main = page.getByRole("main");
  for (const name of ["Miriam Oussadi", "Deniz Aksoylu"]) {
    const person = main.getByRole("link", { name });
    await expect(person).toHaveAttribute("href", /\/network#/);
  }
  const spoken =
    language === "it"
      ? { morocco: "darija e francese", turkey: "turco e inglese" }
      : { morocco: "Darija and French", turkey: "Turkish and English" };
  const day = (at: string) =>
    dateFormat(language, { dateStyle: "full", timeZone: "UTC" }).format(new Date(at));
  for (const [place, event, at, where, address] of [
    ["morocco", "due-ore-a-casablanca", "2027-05-06", "Casablanca", "casablanca@slancio"],
    ["turkey", "una-mattina-a-kadikoy", "2027-04-24", "Kadıköy, Istanbul", "istanbul@slancio"],
  ] as const) {
    const title = page.getByRole("heading", {
      name: t(`international.${place}.title`),
      exact: true,
    });
    const door = main.locator("section").filter({ has: title }).locator("dl > div").last();
    await expect(door.locator('a[href^="mailto:"]')).toHaveAttribute("href", new RegExp(address));
    await expect(door.locator('a[href*="/evento/"]')).toHaveAttribute(
      "href",
      path(`/evento/${event}`),
    );
    for (const words of [day(at), where, spoken[place]]) await expect(door).toContainText(words);
  }
});

test("a course shows its start, its place and its number of places", async ({ page, path, t }) => {
  await page.goto(path("/corso/governare-in-pochi"));
  const facts = page.getByRole("main").locator("dl");
  for (const name of ["starts", "where", "places"]) {
    await expect(facts.getByText(t(`courses.${name}`), { exact: true })).toBeVisible();
  }
  await expect(facts.locator("time")).toContainText("2027");
});

test("the network shows each person once, with one entry open, on a shorter page", async ({
  page,
  path,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(path("/network"));
  const main = page.getByRole("main");
  const people = main.locator("li:has(> div h3)");
  expect(await people.count()).toBe(15);
  expect(await people.locator("details[open]").count(), "only who leads is told in full").toBe(1);
  await expect(people.first().locator("details")).toHaveAttribute("open", "");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(7_200);
});

test("the menu contains the contact link at each width, and a phone shows a table as lines", async ({
  page,
  path,
  t,
}) => {
  for (const width of [320, 767, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path("/cookie-policy"));
    await page.getByRole("button", { name: t("header.menu") }).click();
    const menu = page.getByRole("dialog", { name: t("header.menu") });
    await expect(menu.getByRole("link", { name: t("header.write") })).toHaveCount(1);
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 360, height: 640 });
  const row = page.getByRole("main").locator("tbody tr").first();
  const [name, use] = [row.locator("td").nth(0), row.locator("td").nth(1)];
  const [above, below] = [await name.boundingBox(), await use.boundingBox()];
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0) - 1);
  expect(below?.width ?? 0).toBeGreaterThan(250);
});

test("the private footer also links the social profiles", async ({ page, path }) => {
  await signIn(page, await newAccount());
  await page.goto(path("/dashboard"));
  for (const name of ["LinkedIn", "Instagram", "YouTube"]) {
    await expect(page.getByRole("contentinfo").getByRole("link", { name })).toBeVisible();
  }
});
