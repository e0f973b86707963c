import type { Page } from "playwright/test";
import { expect, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";

declare global {
  interface Window {
    /**
     * One list for each transition between two pages: the transition names of the elements that it moves.
     * `watchTransitions` fills the lists.
     */
    travelled: string[][];
  }
}

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** Records the elements that each transition between two pages moves. */
async function watchTransitions(page: Page) {
  await page.addInitScript(() => {
    window.travelled = [];
    // Replace the limit of 250 ms for preparing a transition by 5 s, because a slow machine can need longer.
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number) => setTimeout(work, ms === 250 ? 5_000 : ms),
    });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      transition.ready.then(() => {
        const pieces = document.getAnimations().map(({ effect }) => {
          const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
          return /^::view-transition-group\((ring|cover|field)\)$/.exec(part ?? "")?.[1];
        });
        window.travelled.push([...new Set(pieces.filter((piece) => piece !== undefined))].sort());
      }, console.error);
      return transition;
    };
  });
}

/**
 * Follows a link after its prefetch has arrived.
 *
 * @returns the paths requested after the click; prefetches are marked
 */
async function follow(page: Page, link: string): Promise<string[]> {
  const step = page.locator(link).first();
  await step.scrollIntoViewIfNeeded();
  let last = 0;
  let asked: string[] = [];
  page.on("requestfinished", () => {
    last = Date.now();
  });
  page.on("request", (request) => {
    last = Date.now();
    const isAhead = request.headers()["next-router-prefetch"] !== undefined;
    if (request.url().includes("_rsc="))
      asked.push(`${isAhead ? "ahead " : ""}${new URL(request.url()).pathname}`);
  });
  await step.hover();
  // Next prefetches a page in several requests. Half a second without a request means that the prefetch is complete.
  await expect(() => {
    expect(asked.length).toBeGreaterThan(0);
    expect(Date.now() - last).toBeGreaterThan(500);
  }).toPass();
  asked = [];
  await step.click();
  return asked;
}

test("the ring of a step moves to its page, which was prefetched before the click", async ({
  page,
  path,
}) => {
  await watchTransitions(page);
  await openReady(page, path("/"));
  const asked = await follow(page, 'main ol li[data-section="academy"] a');
  await page.waitForURL(`**${path("/academy")}`);
  await expect.poll(() => page.evaluate(() => window.travelled)).toEqual([["field", "ring"]]);
  expect(asked).not.toContain(path("/academy"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // After a transition, no element may keep a transition name, because the next transition sets the names of other
  // elements.
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>("main *")].filter(
            ({ style }) => style.viewTransitionName,
          ).length,
      ),
    )
    .toBe(0);
});

test("the cover of a card becomes the cover of its page", async ({ page, path }) => {
  await watchTransitions(page);
  await openReady(page, path("/storie"));
  await follow(page, `main a[href="${path("/storie/lumaca")}"]`);
  await page.waitForURL(`**${path("/storie/lumaca")}`);
  await expect.poll(() => page.evaluate(() => window.travelled)).toEqual([["cover"]]);
});

test("with reduced motion a change of page has no transition", async ({ page, path }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await watchTransitions(page);
  await openReady(page, path("/"));
  await follow(page, 'main ol li[data-section="academy"] a');
  await page.waitForURL(`**${path("/academy")}`);
  expect(await page.evaluate(() => window.travelled)).toEqual([]);
});

test("a figure is animated once, and not again after a return or in the other language", async ({
  page,
  path,
  t,
}) => {
  const title = page.getByRole("heading", { name: t("criteria.impact.name") });
  const drawing = page.locator("[data-seen]");
  await openReady(page, path("/call-for-ideas"));
  await expect(drawing).toHaveAttribute("data-seen", "false");
  await title.scrollIntoViewIfNeeded();
  await expect(drawing).toHaveAttribute("data-seen", "true");
  await page.getByRole("contentinfo").getByRole("link", { name: "Academy" }).click();
  await page.waitForURL(`**${path("/academy")}`);
  await page.goBack();
  await expect(title).toBeVisible();
  await expect(drawing).toHaveCount(0);

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  const languages = page.getByRole("navigation", { name: t("header.languages") });
  // Click without the pointer. Late scrolling by the browser can hide the header and its links.
  await languages.locator("a:not([aria-current])").dispatchEvent("click");
  await expect(page.locator("html")).not.toHaveAttribute("lang", path("/") === "/" ? "it" : "en");
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect(drawing).toHaveCount(0);
});

test("the hero's ring leaps once and stays in place after a return", async ({ page, path }) => {
  await page.addInitScript(() => {
    const leaps: string[] = [];
    Object.assign(window, { leaps });
    document.addEventListener("animationstart", ({ animationName, target }) => {
      const { animationDuration } = getComputedStyle(target as Element);
      if (animationName.includes("sideways")) leaps.push(animationDuration);
    });
  });
  const leaps = () => page.evaluate(() => (window as unknown as { leaps: string[] }).leaps);
  await openReady(page, path("/"));
  await expect.poll(leaps).toEqual(["1.1s"]);
  await expect(page.locator("html")).toHaveAttribute("style", /--hero-leap: 0s/);
  await page.getByRole("contentinfo").getByRole("link", { name: "Academy" }).click();
  await page.waitForURL(`**${path("/academy")}`);
  await page.goBack();
  await expect.poll(leaps).toEqual(["1.1s", "0s"]);
});
