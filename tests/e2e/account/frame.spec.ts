import type { Locator } from "playwright/test";
import { STEPS } from "@/contract/project/project-fields";
import { expect, expectNoAxeViolations, test } from "../../support/browser/browser";
import { openReady } from "../../support/browser/pages";
import { newAccount, newEvaluator, signIn } from "../../support/browser/visitors";

/** The pages whose header has a solid background. */
const SOLID = [
  "/login/password-recovery",
  "/login/password-recovery/confirm",
  "/login/password-reset",
];
const OTHERS = ["/login", "/registration", "/registration/confirm", "/thankyou-page"];

test("pages of password recovery have the solid header, and all pages of accounts link the policies", async ({
  page,
  path,
  t,
}) => {
  for (const place of [...SOLID, ...OTHERS]) {
    await page.goto(path(place));
    const header = page.getByRole("banner");
    const solid = SOLID.includes(place);
    await expect(header.getByRole("button", { name: t("header.menu") })).toHaveCount(solid ? 1 : 0);
    if (solid) await expect(header).toHaveCSS("background-color", "rgb(255, 255, 255)");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("button", { name: t("consent.open") })).toBeVisible();
    await expect(footer.getByRole("link", { name: /cookie/i })).toBeVisible();
    await expectNoAxeViolations(page);
  }
});

test("with the text at 200 % name, languages and back link do not overlap", async ({
  page,
  path,
  t,
}) => {
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 800 });
    for (const place of ["/login", "/registration", "/thankyou-page-registration"]) {
      await page.goto(path(place));
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      const banner = page.getByRole("banner");
      const links = await banner.getByRole("link").all();
      const boxes = await Promise.all(links.map((link) => link.boundingBox()));
      expect(boxes.length).toBe(4);
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1)) {
          if (!a || !b) throw new Error("not shown");
          const apart =
            a.x + a.width <= b.x + 1 ||
            b.x + b.width <= a.x + 1 ||
            a.y + a.height <= b.y + 1 ||
            b.y + b.height <= a.y + 1;
          expect(apart, `${place} at ${width}`).toBe(true);
        }
      }
      await expect(banner.getByRole("link", { name: t("header.back") })).toBeInViewport();
    }
  }
});

test("with the text at 200 % the sentence beside the sign-in is not cut", async ({
  page,
  path,
  t,
}) => {
  for (const width of [1024, 1366]) {
    await page.setViewportSize({ width, height: 768 });
    for (const name of ["login", "registration"]) {
      await page.goto(path(`/${name}`));
      await page.addStyleTag({ content: "html { font-size: 200% }" });
      const claim = page.getByText(t(`${name}.claim`), { exact: true });
      const cut = await claim.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(cut, `${name} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

/** Returns the left and right edges of the visible text of each element, and of the element itself. */
const edgesOf = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) => {
      const texts = [...element.querySelectorAll("*"), element]
        .flatMap((one) => [...one.childNodes])
        .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
        .filter((node) => node.parentElement?.checkVisibility({ visibilityProperty: true }))
        .flatMap((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return [...range.getClientRects()].filter(({ width }) => width > 1);
        });
      const { left, right } = element.getBoundingClientRect();
      const text = [
        Math.min(...texts.map((one) => one.left)),
        Math.max(...texts.map((one) => one.right)),
      ] as const;
      return { name: element.textContent ?? "", box: [left, right] as const, text };
    }),
  );

test("steps have a gap between their texts, and a button has equal space on both sides of its label", async ({
  page,
  path,
  t,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signIn(page, await newAccount());
  await openReady(page, path("/dashboard/project/idea"));
  const steps = page.getByRole("navigation", { name: t("steps.nav") }).getByRole("listitem");
  const edges = await edgesOf(steps);
  expect(edges.length).toBe(STEPS.length);
  for (const [index, { name, text }] of edges.slice(1).entries())
    expect(text[0] - (edges[index]?.text[1] ?? 0), name).toBeGreaterThanOrEqual(16);
  await openReady(page, path("/dashboard/edit-profile"));
  const buttons = await edgesOf(page.locator("main form button[type=submit]"));
  expect(buttons.length).toBeGreaterThan(2);
  for (const { name, box, text } of buttons)
    expect(Math.abs(text[0] - box[0] - (box[1] - text[1])), name).toBeLessThanOrEqual(2);
});

test("each page of the private area has an archived version for users with access to the page", async ({
  page,
  path,
  t,
  allowConsole,
}) => {
  allowConsole(/status of 404/);
  await signIn(page, await newAccount());
  for (const place of ["/dashboardOLD", "/dashboard/projectOLD", "/dashboard/edit-profileOLD"]) {
    const answer = await page.goto(path(place));
    expect(answer?.status()).toBe(200);
    await expect(page.getByText(t("archive.notice"))).toBeVisible();
    await expectNoAxeViolations(page);
  }
  expect((await page.goto(path("/dashboard/evaluationOLD")))?.status()).toBe(404);
  await signIn(page, await newEvaluator());
  expect((await page.goto(path("/dashboard/evaluationOLD")))?.status()).toBe(200);
});
