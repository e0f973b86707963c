import { expect, test } from "../support/browser";

const LOST = /404|ChunkLoadError|Failed to load (chunk|resource)/i;

test("a page of which a piece is gone is loaded anew, once a minute at most", async ({
  page,
  path,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(LOST);
  /** The pieces of the program an address asks for. */
  const piecesOf = async (address: string) => {
    const visitor = await newVisitor();
    const pieces = new Set<string>();
    visitor.on("request", (request) => {
      if (/\/_next\/static\/.*\.js/.test(request.url())) pieces.add(request.url());
    });
    await visitor.goto(address, { waitUntil: "networkidle" });
    return pieces;
  };
  const here = await piecesOf(path("/chi-siamo"));
  const gone = [...(await piecesOf(path("/community-event")))].filter((url) => !here.has(url));
  expect(gone.length).toBeGreaterThan(0);
  await page.route(
    (url) => gone.includes(url.href),
    (route) => route.fulfill({ status: 404, body: "" }),
  );
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
  });
  await page.goto(path("/chi-siamo"), { waitUntil: "networkidle" });
  const before = loads.length;
  await page
    .locator(`main a[href="${path("/community-event")}"]`)
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => loads.length - before).toBe(1);
  // What is gone stays gone: the page does not run in circles.
  await page.waitForLoadState("networkidle");
  await page.reload({ waitUntil: "networkidle" });
  expect(loads.length - before).toBe(2);
});

test("the loading bar comes with a slow change of page, and goes with the arrival", async ({
  page,
  path,
}) => {
  await page.goto(path("/chi-siamo"), { waitUntil: "networkidle" });
  const held = Promise.withResolvers<void>();
  await page.route("**/*_rsc=*", async (route) => {
    await held.promise;
    await route.continue();
  });
  const bar = page.locator("#nprogress .bar");
  await page
    .locator(`main a[href="${path("/community-event")}"]`)
    .first()
    .click();
  await expect(bar).toBeVisible();
  expect(await bar.evaluate((element) => getComputedStyle(element).height)).toBe("3px");
  held.resolve();
  await page.waitForURL(`**${path("/community-event")}`);
  await expect(bar).toHaveCount(0);
});
