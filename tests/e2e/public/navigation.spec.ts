import type { Locator } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";

/** Two pages with client navigation between them. The second page loads its own script file. */
const FROM = "/storie";
const TO = "/call-for-ideas";
/** A page that the browser prefetches only when the pointer or the focus is on the page's link. */
const STORY = "/storie/lumaca";
const LOST = /404|ChunkLoadError|Failed to load (chunk|resource)/i;

/**
 * Clicks a link when hydration is complete: only a hydrated page prefetches a link under the mouse. An earlier click
 * would load the whole page.
 */
async function clickHydrated(link: Locator, isPrefetched: () => boolean) {
  await expect(async () => {
    await link.page().mouse.move(0, 0);
    await link.hover();
    await expect.poll(isPrefetched, { timeout: 500 }).toBe(true);
  }).toPass();
  await link.click();
}

test("a page with a missing chunk is reloaded, once a minute at most", async ({
  page,
  path,
  newVisitor,
  allowConsole,
  t,
}) => {
  allowConsole(LOST);
  /** Returns the URLs of the script files that a page requests. */
  const piecesOf = async (address: string) => {
    const visitor = await newVisitor();
    const pieces = new Set<string>();
    visitor.on("request", (request) => {
      if (/\/_next\/static\/.*\.js/.test(request.url())) pieces.add(request.url());
    });
    await openReady(visitor, address);
    return pieces;
  };
  const here = await piecesOf(path(FROM));
  const gone = [...(await piecesOf(path(TO)))].filter((url) => !here.has(url));
  expect(gone.length).toBeGreaterThan(0);
  await page.route(
    (url) => gone.includes(url.href),
    (route) => route.fulfill({ status: 404, body: "" }),
  );
  const loads: string[] = [];
  const read: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (request.isNavigationRequest()) loads.push(pathname);
    if (searchParams.has("_rsc")) read.push(pathname);
  });
  const go = () =>
    clickHydrated(page.locator(`main a[href="${path(TO)}"]`).first(), () =>
      read.includes(path(TO)),
    );
  await openReady(page, path(FROM));
  // Record a reload at this moment. Shortly after a reload, the page does not reload again for a missing script file
  // but shows the error page.
  await page.evaluate(() => sessionStorage.setItem("chunk-reload-at", String(Date.now())));
  const first = loads.length;
  await go();
  await expect(page.getByRole("heading", { name: t("errorPage.title") })).toBeVisible();
  expect(loads.length).toBe(first);

  await page.evaluate(() => sessionStorage.clear());
  read.length = 0;
  await openReady(page, path(FROM));
  const before = loads.length;
  // The event `load` shows that the browser loads the page completely, because client navigation does not fire this
  // event.
  const loadedAnew = page.waitForEvent("load");
  await go();
  await loadedAnew;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => loads.length - before).toBe(1);
  // Check that the link first tried client navigation.
  expect(read).toContain(path(TO));
  // If the script file is still missing after the reload, the page must not reload again.
  const missing = page.waitForResponse((response) => gone.includes(response.url()));
  await page.reload();
  await missing;
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2000 })));
  expect(loads.length - before).toBe(2);
});

test("the loading bar appears during a slow change of page and disappears on arrival", async ({
  page,
  path,
}) => {
  const held = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route("**/*_rsc=*", async (route) => {
    asked.push(new URL(route.request().url()).pathname);
    await held.promise;
    await route.continue();
  });
  await page.goto(path(FROM));
  const bar = page.locator("#nprogress .bar");
  const link = page.locator(`main a[href="${path(STORY)}"]`).first();
  await clickHydrated(link, () => asked.includes(path(STORY)));
  await expect(bar).toBeVisible();
  expect(await bar.evaluate((element) => getComputedStyle(element).height)).toBe("3px");
  held.resolve();
  await page.waitForURL(`**${path(STORY)}`);
  await expect(bar).toHaveCount(0);
});

test("the loading bar also appears when only the page of a list changes", async ({
  page,
  path,
  t,
}) => {
  const held = Promise.withResolvers<void>();
  // Delay all requests for client navigation. A prefetched list would appear without the loading bar.
  await page.route("**/*_rsc=*", async (route) => {
    await held.promise;
    await route.continue();
  });
  // Wait for the link's prefetch, which shows that the page is hydrated. An earlier click would load the whole page.
  const alive = page.waitForRequest(`**${path("/magazine/2")}?_rsc=*`);
  await page.goto(path("/magazine/1"));
  const bar = page.locator("#nprogress .bar");
  const pages = page.getByRole("navigation", { name: t("content.pages") });
  const second = pages.getByRole("link", { name: t("content.page", { page: 2 }) });
  await second.scrollIntoViewIfNeeded();
  await alive;
  await page.evaluate(() => Object.assign(window, { kept: true }));
  await second.click();
  await expect(bar).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path("/magazine/1")}$`));
  held.resolve();
  await page.waitForURL(`**${path("/magazine/2")}`);
  await expect(bar).toHaveCount(0);
  await expect(second).toHaveAttribute("aria-current", "page");
  expect(await page.evaluate(() => "kept" in window)).toBe(true);
});
