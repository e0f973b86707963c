import type { Page } from "playwright/test";
import { PUBLIC_PAGES } from "@/lib/routes/public-pages";
import { expect, test } from "../../support/browser/browser";
import { signIn } from "../../support/browser/visitors";
import { newApplicant } from "../../support/people/applicant";
import { pseudoText } from "../../support/pseudo-words";

const ACCOUNT = ["/login", "/login/password-recovery", "/registration"];
const PRIVATE = [
  "/dashboard",
  "/dashboard/project/idea",
  "/dashboard/project/team",
  "/dashboard/project/review",
  "/dashboard/edit-profile",
];
/** Pixels: the narrowest screen that is promised, and a desk's. */
const WIDTHS = [320, 1440];

/**
 * Puts the words of a language a third longer in place of the page's own, wherever it shows text.
 *
 * The nodes themselves are kept between reading and writing: the page goes on rendering meanwhile, and by their order
 * one text would get another's words.
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

/** Waits until React has taken over all of the page: other words under its hands are an error to it. */
async function untilHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("h1, button, label, header a, footer a")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
}

async function expectRoom(page: Page): Promise<void> {
  const own = (await page.locator("h1").first().textContent()) ?? "";
  await lengthen(page);
  await expect(page.locator("h1").first()).not.toHaveText(own);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    // A page that has just been resized may still be finding its layout.
    await expect
      .poll(overflow, { message: `sideways at ${width} px: ${page.url()}` })
      .toBeLessThanOrEqual(0);
  }
}

test.beforeEach(({ language }) => {
  test.skip(language !== "it", "the words are of no language: once is enough");
});

for (const route of [...PUBLIC_PAGES.map(({ path }): string => path), ...ACCOUNT]) {
  test(`${route} has room for words a third longer`, async ({ page }) => {
    await page.goto(route, { waitUntil: "load" });
    await untilHydrated(page);
    await expectRoom(page);
  });
}

test("so have the applicant's pages", async ({ page }) => {
  await signIn(page, await newApplicant("begun"));
  for (const route of PRIVATE) {
    await page.goto(route, { waitUntil: "load" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await untilHydrated(page);
    await expectRoom(page);
  }
});
