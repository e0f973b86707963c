import type { BrowserContext, Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { ACCOUNT, PUBLIC } from "../../support/browser/looks";
import { untilReady } from "../../support/browser/pages";
import { signIn } from "../../support/browser/visitors";

/* The texts in a page's first frame must neither change nor move later. Only the number of a countdown can change. */

/** Sizes of the windows whose texts a test compares. */
const SIZES = [
  [360, 640],
  [768, 1024],
  [1366, 657],
  [1920, 940],
] as const;
/** Milliseconds after the first frame until a test reads the page's texts again. */
const LATER = 5_000;
/** Addresses of the page's script files. */
const SCRIPTS = /\/_next\/static\/.*\.js/;
/** Number of pages that a test opens in parallel, because each page waits several seconds. */
const AT_ONCE = 6;

/** Returns the texts that the window shows without scrolling, each with the position of its first line. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.replace(/\s+/g, " ").trim();
      const parent = walker.currentNode.parentElement;
      if (!text || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNode(walker.currentNode);
      const [line] = [...range.getClientRects()].filter(
        ({ width, height, top, bottom, left, right }) =>
          width > 1 &&
          height > 1 &&
          bottom > 0 &&
          top < innerHeight &&
          right > 0 &&
          left < innerWidth,
      );
      if (line) texts.push(`${text} (${Math.round(line.left)}, ${Math.round(line.top)})`);
    }
    return texts;
  });
}

/** Returns, for each window size, the texts that the window shows without scrolling. */
async function textsAtSizes(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.evaluate(async () => {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      // Wait for the end of the animations, because the text in a drawing is hidden while the drawing is animated.
      // Exclude animations that never end, such as those that follow the scroll position.
      const ending = document
        .getAnimations()
        .filter(
          ({ effect, timeline }) =>
            timeline instanceof DocumentTimeline &&
            effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.all(ending.map(({ finished }) => finished));
    });
    for (const text of await textsOf(page)) texts.push(`${width}: ${text}`);
  }
  return texts;
}

/**
 * Returns the texts of a page's first frame, and its texts five seconds later. The page's script files wait until the
 * texts of the first frame are read.
 */
async function firstAndLater(
  page: Page,
  address: string,
  ms = LATER,
): Promise<[string[], string[]]> {
  const held = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "domcontentloaded" });
  await page.evaluate(() => document.fonts.ready);
  const first = await textsAtSizes(page);
  held.resolve();
  await untilReady(page);
  await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), ms);
  await page.unroute(SCRIPTS);
  return [first, await textsAtSizes(page)];
}

/** Checks that pages show the texts of their first frame five seconds later. */
async function expectSteady(context: BrowserContext, addresses: readonly string[]) {
  const left = [...addresses];
  const moved: Record<string, string[]> = {};
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const page = await context.newPage();
      for (let address = left.shift(); address; address = left.shift()) {
        const [first, later] = await firstAndLater(page, address);
        expect(first.length, address).toBeGreaterThan(SIZES.length);
        const changes = [
          ...first.filter((text) => !later.includes(text)).map((text) => `- ${text}`),
          ...later.filter((text) => !first.includes(text)).map((text) => `+ ${text}`),
        ];
        if (changes.length > 0) moved[address] = changes;
      }
      await page.close();
    }),
  );
  expect(moved).toEqual({});
}

/**
 * Every public page except /community-event, where the form for the whitepaper appears only when the reader scrolls
 * near it.
 */
const ROUTES = [...PUBLIC, ...ACCOUNT, "/search?q=impresa", "/no/such/page"].filter(
  (route) => route !== "/community-event",
);

for (let start = 0; start < ROUTES.length; start += AT_ONCE) {
  const routes = ROUTES.slice(start, start + AT_ONCE);
  test(`the texts of public pages stay as in the first frame: ${routes.join(", ")}`, async ({
    context,
    path,
    allowConsole,
  }) => {
    test.setTimeout(300_000);
    // The browser reports the status of the page that does not exist.
    allowConsole(/status of 404/);
    await expectSteady(context, routes.map(path));
  });
}

test("a day later, only the number of the countdown changes, and no other text moves", async ({
  page,
  path,
  t,
}) => {
  const { edition } = await (await page.request.get("/wp-json")).json();
  const tomorrow = () => new Date(Date.now() + 86_400_000).toUTCString();
  await page.route("**/api/time", (route) =>
    route.fulfill({ status: 204, headers: { Date: tomorrow() } }),
  );
  const days = Math.floor((Date.parse(edition.closesAt) - Date.now()) / 86_400_000);
  // Ignore the label "today", which moves along the calendar, and the position of the countdown's number, which is
  // centred and therefore moves if its width changes.
  const still = (texts: string[], number: number) =>
    texts
      .filter((text) => !text.includes(` ${t("countdown.calendar.today")} (`))
      .map((text) => text.replace(new RegExp(`(?<=: .*)\\b${number}\\b(?=.* \\()`), "#"))
      .map((text) => text.replace(/(?<=: #) \(.*/, ""));
  for (const address of ["/", "/call-for-ideas"]) {
    const [first, later] = await firstAndLater(page, path(address), 0);
    expect(later.join("\n")).not.toBe(first.join("\n"));
    expect(still(later, days - 1)).toEqual(still(first, days));
  }
});

test.describe("in another time zone", () => {
  test.use({ timezoneId: "America/New_York" });

  test("the texts of the call stay as in the first frame", async ({ context, path }) => {
    await expectSteady(context, ["/", "/call-for-ideas", "/chi-siamo"].map(path));
  });
});

test("the texts of public pages stay for a person who has signed in", async ({
  page,
  context,
  path,
  demo,
}) => {
  await signIn(page, demo("sent_project"));
  await expectSteady(context, ["/", "/call-for-ideas", "/magazine/1", "/search"].map(path));
});

test("the time left on an applicant's pages is in the first frame", async ({
  page,
  context,
  path,
  demo,
}) => {
  await signIn(page, demo("sent_project"));
  await expectSteady(context, ["/dashboard", "/dashboard/edit-profile"].map(path));
});
