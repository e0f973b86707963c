import type { Page } from "playwright/test";
import { PURPOSES } from "@/components/consent/choice";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { answerConsent } from "../../support/browser/consent";
import { openReady } from "../../support/browser/pages";

/*
 * Third parties must get no request before consent, after a refusal or withdrawal, or if the browser refuses tracking.
 * The tests count all requests that leave the site.
 */

test.skip(!process.env.THIRD_PARTIES_URL, "the site looked at has no stand-ins for third parties");

/** Returns a list that records the path and query of each request from the page to another origin. */
function outside(page: Page, baseURL: string | undefined): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol, pathname, search } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== baseURL) asked.push(pathname + search);
  });
  return asked;
}

const SCRIPTS = ["/gtm.js?id=GTM-TEST", "/fbevents.js"];

test.use({ firstVisit: true });

test("no third party gets a request before a choice or after a refusal, which takes one click", async ({
  page,
  path,
  t,
  baseURL,
}) => {
  const asked = outside(page, baseURL);
  await page.goto(path("/"));
  const banner = page.getByRole("region", { name: t("consent.title") });
  await expect(banner).toBeVisible();
  await expectNoAxeViolations(page);
  const accept = banner.getByRole("button", { name: t("consent.accept"), exact: true });
  const refuse = banner.getByRole("button", { name: t("consent.refuse"), exact: true });
  const [yes, no] = [await accept.boundingBox(), await refuse.boundingBox()];
  expect([yes?.width, yes?.height]).toEqual([no?.width, no?.height]);
  await expect(banner.getByRole("link", { name: t("consent.policy") })).toHaveAttribute(
    "href",
    path("/cookie-policy"),
  );
  await refuse.focus();
  await page.keyboard.press("Enter");
  await expect(banner).toBeHidden();
  await openReady(page, path("/chi-siamo"));
  await expect(banner).toBeHidden();
  expect(asked).toEqual([]);
});

test("the banner does not push the page down while the style sheets are late", async ({
  page,
  path,
  t,
}) => {
  await page.route(/\/_next\/static\/.*\.css/, async (route) => {
    await new Promise((done) => setTimeout(done, 1_500));
    await route.continue();
  });
  await page.addInitScript(() => {
    const tops = new Set<number>();
    Object.assign(window, { tops });
    const look = () => {
      const main = document.querySelector("main");
      if (main) tops.add(Math.round(main.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(path("/magazine/1"));
  await expect(page.getByRole("region", { name: t("consent.title") })).toBeVisible();
  expect(await page.evaluate(() => [...(window as unknown as { tops: Set<number> }).tops])).toEqual(
    [0],
  );
});

for (const [width, height] of [
  [360, 640],
  [390, 664],
  [844, 390],
  [1024, 768],
  [1280, 640],
  [1366, 657],
  [1440, 900],
] as const) {
  test(`at ${width} × ${height} the consent question does not cover the page's own button`, async ({
    page,
    path,
    t,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(path("/"));
    const banner = page.getByRole("region", { name: t("consent.title") });
    await expect(banner).toBeVisible();
    const link = banner.getByRole("link", { name: t("consent.policy") });
    expect(await link.evaluate((a) => getComputedStyle(a).textDecorationLine)).toBe("underline");
    // Wait for the end of the banner's animation before measuring its position.
    await expect
      .poll(async () => {
        const box = await banner.boundingBox();
        return box && Math.round(box.y + box.height);
      })
      .toBe(height);
    const top = (await banner.boundingBox())?.y ?? 0;
    expect(height - top).toBeLessThan(height / 3);
    const apply = page
      .getByRole("main")
      .getByRole("link", { name: t("countdown.callAction.open") });
    const button = await apply.boundingBox();
    expect((button?.y ?? height) + (button?.height ?? 0)).toBeLessThanOrEqual(top);
  });
}

for (const address of ["/registration", "/"]) {
  test(`the consent question never covers the focused element on ${address}`, async ({
    page,
    path,
    t,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto(path(address));
    const banner = page.getByRole("region", { name: t("consent.title") });
    await expect(banner).toBeVisible();
    // Move the focus backwards from the end of the page. The consent banner is the last element.
    await page
      .getByRole("contentinfo")
      .getByRole("button", { name: t("consent.open") })
      .focus();
    for (let stop = 0; stop < 40; stop++) {
      await expect
        .poll(() =>
          banner.evaluate((bar) => {
            const held = document.activeElement;
            if (!held || bar.contains(held) || held === document.body) return "free";
            const { top, bottom } = held.getBoundingClientRect();
            const hidden = bottom > bar.getBoundingClientRect().top || top < 0;
            return hidden ? `${held.textContent} under it` : "free";
          }),
        )
        .toBe("free");
      await page.keyboard.press("Shift+Tab");
    }
  });
}

test("a consent loads both scripts, the pixel reports each change of route, and a withdrawal stops both", async ({
  page,
  context,
  path,
  t,
  baseURL,
}) => {
  const asked = outside(page, baseURL);
  const views = () => asked.filter((address) => address === "/tr?call=track.PageView").length;
  await page.goto(path("/"));
  await page.getByRole("button", { name: t("consent.accept"), exact: true }).click();
  await expect.poll(() => SCRIPTS.filter((script) => asked.includes(script))).toEqual(SCRIPTS);
  await expect.poll(views).toBe(1);
  await expect.poll(() => asked).toContain("/tr?call=init.1234567890");
  await expect.poll(() => asked).toContain("/collect?event=gtm.js");

  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: t("footer.about") })
    .click();
  await page.waitForURL(`**${path("/chi-siamo")}`);
  await expect.poll(views).toBe(2);

  await page.goto(path("/cookie-policy"));
  await expect.poll(views).toBe(3);
  expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([
    "_fbp",
    "_ga",
    "cc_cookie",
  ]);

  await page
    .getByRole("main")
    .getByRole("button", { name: t("consent.open") })
    .click();
  const preferences = page.getByRole("dialog", { name: t("consent.preferences") });
  await expect(preferences).toBeVisible();
  await expectNoAxeViolations(page);
  const reloaded = page.waitForEvent("load");
  await preferences.getByRole("button", { name: t("consent.refuse"), exact: true }).click();
  await reloaded;
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["cc_cookie"]);
  asked.length = 0;
  await openReady(page, path("/"));
  expect(asked).toEqual([]);
});

test("a single purpose can be chosen by keyboard from the footer", async ({
  page,
  path,
  t,
  baseURL,
}) => {
  const asked = outside(page, baseURL);
  await page.goto(path("/network"));
  await page.getByRole("region", { name: t("consent.title") }).waitFor();
  const opener = page.getByRole("contentinfo").getByRole("button", { name: t("consent.open") });
  await opener.focus();
  await page.keyboard.press("Enter");
  const preferences = page.getByRole("dialog", { name: t("consent.preferences") });
  await expect(preferences).toBeVisible();
  const marketing = preferences.getByRole("checkbox", { name: t("consent.marketing.title") });
  // Shortly after it opens, the dialog can move the focus away from the checkbox. Repeat focus and key press until the
  // checkbox is checked.
  await expect(async () => {
    await marketing.focus();
    await page.keyboard.press("Space");
    await expect(marketing).toBeChecked({ timeout: 500 });
  }).toPass();
  const save = preferences.getByRole("button", { name: t("consent.save") });
  await save.focus();
  await page.keyboard.press("Enter");
  await expect(preferences).toBeHidden();
  await expect.poll(() => asked).toContain("/tr?call=track.PageView");
  expect(asked.filter((address) => address.startsWith("/gtm.js"))).toEqual([]);

  await opener.click();
  await expect(preferences).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(preferences).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a browser with a do-not-track signal gets no question and no tracking", async ({
  browser,
  baseURL,
  locale,
  path,
  t,
}) => {
  for (const signal of ["doNotTrack", "globalPrivacyControl", "DNT", "Sec-GPC"]) {
    const isHeader = signal === "DNT" || signal === "Sec-GPC";
    const context = await browser.newContext({
      baseURL,
      locale,
      ...(isHeader && { extraHTTPHeaders: { [signal]: "1" } }),
    });
    await answerConsent(context, baseURL, PURPOSES);
    if (!isHeader) {
      await context.addInitScript((name) => {
        const value = name === "doNotTrack" ? "1" : true;
        Object.defineProperty(Navigator.prototype, name, { get: () => value });
      }, signal);
    }
    const page = await context.newPage();
    const asked = outside(page, baseURL);
    await openReady(page, path("/"));
    expect(asked, signal).toEqual([]);
    if (!isHeader) {
      await context.clearCookies();
      await openReady(page, path("/"));
      const opener = page.getByRole("contentinfo").getByRole("button", { name: t("consent.open") });
      await expect(page.getByRole("region", { name: t("consent.title") })).toBeHidden();
      await opener.click();
      const preferences = page.getByRole("dialog", { name: t("consent.preferences") });
      await expect(preferences.getByText(t("consent.signal"))).toBeVisible();
      await expect(preferences.getByRole("checkbox")).toHaveCount(1);
    }
    await context.close();
  }
});

test("a page with a secret in its URL sends no request to a third party", async ({
  page,
  context,
  path,
  baseURL,
}) => {
  await answerConsent(context, baseURL, PURPOSES);
  const asked = outside(page, baseURL);
  await openReady(page, path("/login/password-reset?token=abc"));
  expect(asked).toEqual([]);
  await page.goto(path("/login"));
  await expect.poll(() => asked.filter((address) => SCRIPTS.includes(address)).length).toBe(2);
});
