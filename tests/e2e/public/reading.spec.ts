import type { Locator, Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";

const ARTICLE = "/magazine/intervistare-senza-vendere";
const TEXTS = [ARTICLE, "/storie/lumaca", "/corso/governare-in-pochi", "/cookie-policy"];

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not on the page");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Returns the average number of characters on a full line of the page's long paragraphs. */
async function measure(page: Page): Promise<number> {
  return page.evaluate(() => {
    const read = [...document.querySelectorAll("article p")].filter((p) => {
      const { fontFamily, fontSize } = getComputedStyle(p);
      // The first paragraph has a larger font, so it does not count for the line length.
      const normal = getComputedStyle(p.parentElement as Element).fontSize === fontSize;
      return /Garamond/i.test(fontFamily) && normal && (p.textContent ?? "").length > 130;
    });
    const lines: number[] = [];
    for (const p of read) {
      const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
      const counts = new Map<number, number>();
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        for (let at = 0; at < node.length; at++) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const line = Math.round(range.getBoundingClientRect().bottom / 8);
          counts.set(line, (counts.get(line) ?? 0) + 1);
        }
      }
      lines.push(...[...counts.values()].slice(0, -1));
    }
    return lines.reduce((sum, count) => sum + count, 0) / lines.length;
  });
}

for (const route of TEXTS) {
  test(`${route} has lines of 60 to 70 characters`, async ({ page, path }) => {
    for (const width of [1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path(route), { waitUntil: "load" });
      await page.evaluate(() => document.fonts.ready);
      const characters = await measure(page);
      expect(characters, `at ${width}`).toBeGreaterThan(58);
      expect(characters, `at ${width}`).toBeLessThan(70.5);
    }
  });
}

test("one drawing is visible at the head of a text, the one for the window's width", async ({
  page,
  path,
}) => {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const route of [ARTICLE, "/corso/governare-in-pochi", "/evento/due-rive"]) {
      await page.goto(path(route), { waitUntil: "load" });
      const drawings = page.locator("article:has(h1) > svg[data-cover]");
      await expect(drawings).toHaveCount(2);
      await expect(drawings.filter({ visible: true }), `${route} at ${width}`).toHaveCount(1);
    }
  }
});

test("a quotation is aligned with the column or beside it, and only reading texts have ligatures", async ({
  page,
  path,
}) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await page.goto(path(ARTICLE), { waitUntil: "load" });
  const quote = page.locator("article blockquote p").first();
  const paragraph = page.locator("article blockquote + p, article blockquote ~ p").first();
  expect(Math.abs((await boxOf(quote)).x - (await boxOf(paragraph)).x)).toBeLessThanOrEqual(1);
  for (const width of [1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [own, text] = [await boxOf(quote), await boxOf(paragraph)];
    expect(own.x - (text.x + text.width), `at ${width}`).toBeGreaterThanOrEqual(16);
    expect(own.x + own.width, `at ${width}`).toBeLessThanOrEqual(width - 20);
  }
  await expect(page.locator("body")).toHaveCSS("font-variant-ligatures", "no-common-ligatures");
  await expect(paragraph).toHaveCSS("font-variant-ligatures", "normal");
});

test("at the end of an article, a wide screen has the topics at the right of the further reading", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/magazine/dove-nasce-5-19"), { waitUntil: "load" });
  const further = page.getByRole("region", { name: t("content.further") });
  for (const width of [1280, 1366, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const { right, y } = await boxOf(further);
    const topics = await boxOf(page.getByRole("navigation", { name: t("content.topics") }));
    const beside = await boxOf(page.getByRole("navigation", { name: t("content.neighbours") }));
    expect(Math.abs(topics.y - y), `at ${width}`).toBeLessThanOrEqual(1);
    expect(beside.y).toBeGreaterThan(topics.bottom);
    for (const { x, right: end } of [topics, beside]) {
      expect(x - right, `at ${width}`).toBeGreaterThanOrEqual(16);
      expect(end, `at ${width}`).toBeLessThanOrEqual(width - 20);
    }
  }
});

test("the covers of related stories have no line around them", async ({ page, path, t }) => {
  await page.goto(path("/storie/passamano"), { waitUntil: "load" });
  const covers = page
    .locator("section", { has: page.getByRole("heading", { name: t("stories.more") }) })
    .locator("svg[data-cover]");
  await expect(covers).toHaveCount(3);
  const lines = await covers.evaluateAll((all) =>
    all.flatMap((cover) => {
      const { outlineStyle, borderTopWidth, borderLeftWidth, boxShadow } = getComputedStyle(cover);
      return [outlineStyle, borderTopWidth, borderLeftWidth, boxShadow];
    }),
  );
  expect(new Set(lines)).toEqual(new Set(["none", "0px"]));
});

test("under the pointer, a row of the outcomes stays between the ends of its lines", async ({
  page,
  path,
}) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await openReady(page, path("/"));
  const row = page
    .getByRole("listitem")
    .filter({ has: page.locator("h3 a") })
    .nth(1);
  await row.scrollIntoViewIfNeeded();
  const box = await boxOf(row);
  const beside = () =>
    Promise.all(
      [box.x - 20, box.right].map((x) =>
        page.screenshot({ clip: { x, y: box.y - 4, width: 20, height: box.height + 8 } }),
      ),
    );
  await page.mouse.move(0, 0);
  const before = await beside();
  await row.hover();
  await expect(row).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  expect(await beside()).toEqual(before);
});

test("a note links in both directions, a chart has the right proportions, and the text links further pages", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/magazine/dove-nasce-5-19"), { waitUntil: "load" });
  const mark = page.locator("[role='doc-noteref']").first();
  const back = page.locator("[role='doc-backlink']").first();
  for (const [from, to] of [
    [mark, page.locator("li:target")],
    [back, page.locator("sup a:target")],
  ] as const) {
    await from.click();
    await expect(to).toBeInViewport();
  }
  const bars = await page
    .locator("[data-bar] rect")
    .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  const [cost = 0, most = 0] = bars;
  expect(most / cost).toBeCloseTo(3, 1);
  const further = page.getByRole("region", { name: t("content.further") });
  await further.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/academy\/leggere-un-ritorno-sociale$/);
});

test("a printed article shows its source, its address and the addresses of its links", async ({
  page,
  path,
  baseURL,
}) => {
  await page.goto(path(ARTICLE), { waitUntil: "load" });
  const address = page
    .getByText(new URL(path(ARTICLE), baseURL).pathname, { exact: false })
    .first();
  await expect(address).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(address).toBeVisible();
  await expect(page.getByRole("banner").getByRole("img")).toBeVisible();
  // Check a link in the text instead of the author's link, because print shows only the addresses of links in the text.
  const link = page.locator("article p a[href^='/']:not([href*='/search'])").first();
  const printed = await link.evaluate((a) => getComputedStyle(a, "::after").content);
  expect(printed).toContain(await link.getAttribute("href"));
});

test("the last page of the magazine keeps the position of the missing link", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/magazine/2"), { waitUntil: "load" });
  const next = page.getByRole("link", { name: t("content.next"), exact: true });
  const before = await boxOf(page.getByRole("link", { name: t("content.previous"), exact: true }));
  expect(before.right).toBeLessThan((await boxOf(next)).x);
  await page.goto(path("/magazine/3"), { waitUntil: "load" });
  await expect(next).toHaveCount(0);
  const back = page.getByRole("link", { name: t("content.previous"), exact: true });
  expect(Math.abs((await boxOf(back)).x - before.x)).toBeLessThanOrEqual(1);
  const ring = await boxOf(back.locator("span"));
  expect(ring.x - (await boxOf(back)).x, "its ring comes first").toBeLessThan(4);
});

test("a filter's focus ring covers no word, and forced colours still show the current page", async ({
  page,
  path,
  t,
}) => {
  await page.goto(path("/magazine/1"), { waitUntil: "load" });
  const filters = page.getByRole("navigation", { name: t("magazine.filters") }).getByRole("link");
  await filters.first().focus();
  for (let at = 1; at < 4; at++) {
    await page.keyboard.press("Tab");
    const { room, line } = await filters.nth(at).evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      const { outlineOffset, outlineWidth } = getComputedStyle(link);
      const inner = parseFloat(outlineOffset) < 0 ? -parseFloat(outlineOffset) : 0;
      return {
        room: range.getBoundingClientRect().left - link.getBoundingClientRect().left,
        line: Math.max(inner, parseFloat(outlineWidth)),
      };
    });
    expect(room).toBeGreaterThanOrEqual(line);
  }
  await page.emulateMedia({ forcedColors: "active" });
  const pages = page.getByRole("navigation", { name: t("content.pages") }).getByRole("link");
  const edges = await pages.evaluateAll((links) =>
    links.map((link) => getComputedStyle(link).borderTopColor),
  );
  expect(new Set(edges.slice(1)).size).toBe(1);
  expect(edges[0]).not.toBe(edges[1]);
  await page.goto(path("/"), { waitUntil: "load" });
  const header = page.getByRole("banner");
  const edge = () => header.evaluate((element) => getComputedStyle(element).borderBottomColor);
  const canvas = await header.evaluate((element) => {
    const probe = document.createElement("i");
    probe.style.background = "Canvas";
    element.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  });
  expect(await edge(), "no line through the field").toBe(canvas);
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: "instant" }));
  await expect(header).toHaveAttribute("data-solid", "true");
  expect(await edge(), "a line under the solid header").not.toBe(canvas);
});

test("names are centred under their rings, and a cover keeps its distance from the link above it", async ({
  page,
  path,
}) => {
  await page.goto(path("/progetti-internazionali"), { waitUntil: "load" });
  for (const [index, place] of ["morocco", "italy", "turkey"].entries()) {
    const ring = await boxOf(page.locator(`[data-place="${place}"]`));
    const name = await boxOf(page.locator("header ul strong").nth(index));
    expect(Math.abs(name.x + name.width / 2 - (ring.x + ring.width / 2))).toBeLessThanOrEqual(3);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(path("/community"), { waitUntil: "load" });
  const words = page.locator("header ul[class*='words'] > li");
  const tops = await words.evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect().top),
  );
  expect(tops.length).toBeGreaterThan(1);
  expect(new Set(tops).size, "one row, as the rings are").toBe(1);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path("/"), { waitUntil: "load" });
    const band = page.locator("section", { has: page.locator("svg[data-cover]") }).first();
    const link = await boxOf(band.locator(`a[href="${path("/magazine/1")}"]`).first());
    const cover = await boxOf(band.locator("svg[data-cover]").nth(1));
    expect(cover.y - link.bottom).toBeGreaterThanOrEqual(16);
  }
});

test("a row of the timetable is aligned on one baseline, and inverts completely", async ({
  page,
  path,
}) => {
  await page.goto(path("/evento"), { waitUntil: "load" });
  const rows = page.locator("main ul > li", { has: page.locator("time") });
  for (const row of await rows.all()) {
    const mark = await boxOf(row.locator(":scope > span[aria-hidden]"));
    const number = row.locator("time span").first();
    const line = await number.evaluate((element) => {
      const probe = document.createElement("span");
      probe.style.cssText = "display:inline-block;inline-size:0;block-size:0";
      element.append(probe);
      const { bottom } = probe.getBoundingClientRect();
      probe.remove();
      return bottom;
    });
    expect(Math.abs(mark.bottom - line)).toBeLessThanOrEqual(1.5);
  }
  await rows.first().hover();
  const shadow = await rows.first().evaluate((row) => getComputedStyle(row).boxShadow);
  expect(shadow).toContain("0px -4px 0px 0px");
});

test.describe("scrolling with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("an anchor scrolls smoothly, and a change of page does not", async ({ page, path }) => {
    await openReady(page, path("/storie"));
    const item = page.locator("main article a").last();
    await page.evaluate(() =>
      window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }),
    );
    await page.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      window.addEventListener("scroll", () => seen.push(window.scrollY));
    });
    await item.evaluate((link) => link.focus({ preventScroll: true }));
    const href = await item.getAttribute("href");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${href}`);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    const between = seen.filter((y) => y > 0);
    expect(between.length, "places between here and there").toBeLessThanOrEqual(1);
    await page.getByRole("main").getByRole("link").first().focus();
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe("smooth");
  });
});
