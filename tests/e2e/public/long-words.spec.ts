import { chromium, type Page } from "playwright/test";
import { addressOf } from "@/lib/routes/lookup";
import { PUBLIC_PAGES } from "@/lib/routes/public-pages";
import { expect, test } from "../../support/browser/browser";
import { untilHydrated } from "../../support/browser/pages";
import { signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";
import { pseudoText } from "../../support/pseudo-messages";

const ACCOUNT = ["/login", "/login/password-recovery", "/registration"];
/** One page of each kind of content item, and a list page with a previous and a next page. */
const ITEMS = [
  "/academy/il-conto-economico-con-calma",
  "/magazine/2",
  "/magazine/intervistare-senza-vendere",
  "/storie/lumaca",
  "/corso/governare-in-pochi",
  "/evento/due-rive",
];
const PRIVATE = [
  "/dashboard",
  "/dashboard/project/idea",
  "/dashboard/project/team",
  "/dashboard/project/review",
  "/dashboard/edit-profile",
];
/** Window widths in pixels: the narrowest supported screen and a desktop. */
const WIDTHS = [320, 1440];

/**
 * Replaces all visible texts of the page with texts that are a third longer. Keeps the nodes between reading and
 * writing, because the page continues to render and node positions can change.
 */
async function lengthen(page: Page): Promise<void> {
  const nodes = await page.evaluateHandle(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown: Text[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (!node.parentElement?.closest("script, style, svg")) shown.push(node);
    }
    return shown;
  });
  const texts = await nodes.evaluate((shown) => shown.map((node) => node.data));
  const longer = texts.map((text) => text.replaceAll(/[^{}<>]+/g, pseudoText));
  await nodes.evaluate((shown, words) => {
    for (const [index, node] of shown.entries()) node.data = words[index] ?? node.data;
  }, longer);
}

async function expectRoom(page: Page): Promise<void> {
  const own = (await page.locator("h1").first().textContent()) ?? "";
  await lengthen(page);
  await expect(page.locator("h1").first()).not.toHaveText(own);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    // Wait for the layout, because the page can still change its layout after a resize.
    await expect
      .poll(overflow, { message: `sideways at ${width} px: ${page.url()}` })
      .toBeLessThanOrEqual(0);
  }
}

test.beforeEach(({ language }) => {
  test.skip(language !== "it", "the words are of no language: once is enough");
});

for (const route of [...PUBLIC_PAGES.map(({ path }): string => path), ...ACCOUNT]) {
  test(`${route} fits texts that are a third longer`, async ({ page }) => {
    await page.goto(route, { waitUntil: "load" });
    await untilHydrated(page);
    await expectRoom(page);
  });
}

test("the applicant's pages fit texts that are a third longer", async ({ page }) => {
  await signIn(page, await newApplicant("begun"));
  for (const route of PRIVATE) {
    await page.goto(route, { waitUntil: "load" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await untilHydrated(page);
    await expectRoom(page);
  }
});

test("text at twice its size breaks no word", async ({ path, baseURL }) => {
  test.setTimeout(180_000);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH as string,
    args: ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"],
  });
  try {
    const page = await browser.newPage({
      baseURL: baseURL as string,
      viewport: { width: 1440, height: 900 },
    });
    const routes = [...PUBLIC_PAGES.map(addressOf), ...ITEMS];
    for (const [width, route] of [1440, 360].flatMap((w) => routes.map((r) => [w, r] as const))) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path(route), { waitUntil: "load" });
      const cut = await page.evaluate(() => {
        const found: string[] = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const node = walker.currentNode as Text;
          // Skip texts with automatic hyphenation, because there a hyphen marks the break inside a word.
          if (!node.parentElement || getComputedStyle(node.parentElement).hyphens === "auto")
            continue;
          // Skip texts for screen readers, which are one pixel wide or clipped, and email addresses, which are longer
          // than any word.
          if (node.parentElement.closest('a[href^="mailto:"]')) continue;
          if (node.parentElement.getBoundingClientRect().width < 2) continue;
          let box: Element | null = node.parentElement;
          while (box && getComputedStyle(box).clipPath === "none") box = box.parentElement;
          if (box) continue;
          for (const { 0: word, index } of node.data.matchAll(/[\p{L}]{4,}/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
            if (new Set(tops).size > 1) found.push(word);
          }
        }
        const { clientWidth, scrollWidth } = document.documentElement;
        const root = getComputedStyle(document.documentElement).fontSize;
        return { found, sideways: scrollWidth - clientWidth, root };
      });
      expect(cut, `${route} at ${width}`).toEqual({ found: [], sideways: 0, root: "32px" });
    }
  } finally {
    await browser.close();
  }
});
