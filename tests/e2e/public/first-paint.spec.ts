import type { Page } from "playwright/test";
import { addressOf } from "@/lib/routes/lookup";
import { PUBLIC_PAGES } from "@/lib/routes/public-pages";
import { expect, test } from "../../support/browser/browser";
import { openReady, untilReady } from "../../support/browser/pages";

/** One item page of each kind, because the table of pages does not list content items. */
const ITEMS = [
  "/magazine/dove-nasce-5-19",
  "/storie/cartavoce",
  "/corso/governare-in-pochi",
  "/evento/due-rive",
  "/search?q=impresa",
  "/thankyou-page",
];
/** Maximum cumulative layout shift of a page: a fifth of the value that Google rates as good (0.1). */
const MOST = 0.02;

/** Returns the position and text style of every element of a loaded page. */
function looks(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("header, main, footer, :is(header, main, footer) *")].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, fontFamily, display } = getComputedStyle(element);
        const box = [x, y, width, height].map((length) => Math.round(length)).join(" ");
        return `${element.nodeName} ${element.classList} ${box} ${color} ${backgroundColor} ${fontFamily} ${display}`;
      },
    ),
  );
}

test("a page's inline styles give its final layout before its style sheets load", async ({
  browser,
  path,
}) => {
  // Turn scripts off, so that only style sheets can change the layout. With scripts, the sheets load after the first
  // frame.
  for (const address of ["/", "/call-for-ideas", "/network", "/magazine/1", "/no/such/page"]) {
    const seen: string[][] = [];
    for (const hasSheets of [false, true]) {
      const context = await browser.newContext({
        javaScriptEnabled: false,
        // Turn off the ring's animation, because two measurements during the animation would differ.
        reducedMotion: "reduce",
        viewport: { width: 1024, height: 800 },
      });
      const page = await context.newPage();
      if (hasSheets) {
        await page.route(path(address), async (route) => {
          const response = await route.fetch();
          const html = await response.text();
          expect(html).toContain('data-precedence="next" disabled');
          await route.fulfill({
            response,
            body: html.replaceAll('data-precedence="next" disabled', 'data-precedence="next"'),
          });
        });
      } else {
        await page.route("**/*.css", (route) => route.abort());
      }
      await page.goto(path(address));
      await page.evaluate(() => document.fonts.ready);
      seen.push(await looks(page));
      await context.close();
    }
    const [before = [], after = []] = seen;
    expect(before.length).toBeGreaterThan(50);
    expect(before.filter((element, index) => element !== after[index])).toEqual([]);
  }
});

test("the style sheets apply when all have loaded, in any order of arrival", async ({
  page,
  path,
}) => {
  const held = Promise.withResolvers<void>();
  let first = true;
  await page.route("**/*.css*", async (route) => {
    const isFirst = first;
    first = false;
    if (isFirst) await held.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const counted: HTMLLinkElement[] = [];
    Object.assign(window, { counted });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof HTMLLinkElement && target.media === "all") counted.push(target);
      }
    }).observe(document, { subtree: true, attributeFilter: ["media"] });
  });
  await page.goto(path("/"), { waitUntil: "domcontentloaded" });
  // Ignore style sheets with `data-whole` (tokens and typefaces), because they are inlined and never load again.
  const sheets = page.locator('link[rel="stylesheet"]:not([data-whole])');
  const number = await sheets.count();
  expect(number).toBeGreaterThan(5);
  const came = () =>
    sheets.evaluateAll(
      (links) => links.filter((link) => (link as HTMLLinkElement).sheet !== null).length,
    );
  await expect.poll(came).toBe(number - 1);
  const counting = page.locator('link[rel="stylesheet"][media="all"]');
  await expect(counting).toHaveCount(0);
  held.resolve();
  await expect(counting).toHaveCount(number);
  const order = await sheets.evaluateAll((links) =>
    (window as unknown as { counted: HTMLElement[] }).counted.map((link) => links.indexOf(link)),
  );
  expect(order).toEqual(Array.from({ length: number }, (_, index) => number - 1 - index));
  const whole = page.locator('link[rel="stylesheet"][disabled]');
  await expect(whole).toHaveCount(await page.locator("link[data-whole]").count());
  await expect(whole).not.toHaveCount(0);
});

test("a page reached through a link looks the same as after a full load", async ({
  page,
  path,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const address of ["/call-for-ideas", "/network", "/magazine/1"]) {
    const seen: string[][] = [];
    for (const start of ["/", address]) {
      await openReady(page, path(start));
      if (start !== address) {
        const link = page.locator(
          `main a[href="${path(address)}"], footer a[href="${path(address)}"]`,
        );
        // Dispatch the click without a mouse. A mouse click would scroll to the link, and the header reacts to
        // scrolling.
        await link.first().dispatchEvent("click");
        await page.waitForURL(`**${path(address)}`);
        await untilReady(page);
      }
      seen.push(await looks(page));
    }
    const [through = [], loaded = []] = seen;
    expect(through.length).toBeGreaterThan(50);
    expect(through.filter((element, index) => element !== loaded[index])).toEqual([]);
  }
});

test("style sheets and scripts are requested once, after the first paint", async ({
  page,
  path,
}) => {
  for (const address of ["/", "/magazine/1"]) {
    await openReady(page, path(address));
    const { painted, asked, sources } = await page.evaluate(() => ({
      painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
      asked: performance
        .getEntriesByType("resource")
        .filter(({ name }) => /\.(?:js|css)\b/.test(name))
        .map(({ startTime }) => startTime),
      sources: [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(
        ({ src }) => src,
      ),
    }));
    expect(asked.length).toBeGreaterThan(5);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted);
    expect(sources).toEqual([...new Set(sources)]);
    await expect(page.locator("head > script:not([src]):empty")).toHaveCount(1);
  }
});

test("style sheets also load in a hidden tab and without a paint event", async ({ page, path }) => {
  await page.addInitScript(() => {
    window.PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto(path("/"));
  await expect(page.locator('link[rel="stylesheet"][media="all"]')).not.toHaveCount(0);
});

test("a menu opened before the scripts load stays open, and the loaded scripts can close it", async ({
  page,
  path,
  t,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js*", async (route) => {
    await held.promise;
    await route.continue();
  });
  // Do not wait for the load event, because it waits for the scripts.
  await page.goto(path("/"), { waitUntil: "domcontentloaded" });
  const button = page.getByRole("banner").getByRole("button", { name: t("header.menu") });
  const menu = page.getByRole("dialog", { name: t("header.menu") });
  await button.press("Enter");
  await expect(menu.getByRole("link", { name: t("header.section.academy") })).toBeVisible();
  await menu.getByRole("button", { name: t("header.close") }).press("Enter");
  await expect(menu).toBeHidden();
  await button.click();
  held.resolve();
  await expect(page.locator('link[rel="stylesheet"][media="all"]')).not.toHaveCount(0);
  await expect(page.locator("header > div button[aria-expanded]")).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await expect(button).toBeFocused();
});

/** Adds up a page's layout shifts in `window.moved`. */
function watchMoves(page: Page) {
  return page.addInitScript(() => {
    Object.assign(window, { moved: 0 });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        const { value, hadRecentInput } = shift as unknown as {
          value: number;
          hadRecentInput: boolean;
        };
        if (!hadRecentInput) (window as unknown as { moved: number }).moved += value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

const WIDTHS = [
  [360, 640],
  [1366, 657],
] as const;

for (const [width, height] of WIDTHS) {
  test(`the first window does not move when the fonts load late, ${width} wide`, async ({
    page,
    path,
  }) => {
    await page.setViewportSize({ width, height });
    await watchMoves(page);
    await page.route("**/*.woff2", async (route) => {
      await new Promise((done) => setTimeout(done, 700));
      await route.continue();
    });
    await openReady(page, path("/"));
    const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
    expect(moved).toBeLessThanOrEqual(MOST);
  });

  test(`no element moves while a page loads or scrolls, ${width} wide`, async ({ page, path }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height });
    await watchMoves(page);
    for (const address of [...PUBLIC_PAGES.map(addressOf), ...ITEMS]) {
      await openReady(page, path(address));
      const moved = await page.evaluate(async () => {
        const frames = () =>
          new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)));
        for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
          window.scrollTo({ top: y, behavior: "instant" });
          await frames();
        }
        return (window as unknown as { moved: number }).moved;
      });
      expect(moved, address).toBeLessThanOrEqual(MOST);
    }
  });
}
