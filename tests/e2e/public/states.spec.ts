import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";
import { CHOICE_COOKIE } from "@/components/consent/choice";
import type { Language } from "@/contract/languages";
import { expect, expectNoAxeViolations, test, type Words } from "../../support/browser/browser";
import { AXE_WIDTHS, STATES, type State } from "../../support/browser/looks";
import { previewLink, writeContent } from "../../support/content";
import { image } from "../../support/made-files/files";

/*
 * Checks the accessibility of pages in several states with axe: opened, filled in, with results, and at later dates of
 * the call.
 */

const CALL = "/call-for-ideas";

type Tools = {
  page: Page;
  path: (path: string) => string;
  t: Words;
  language: Language;
  look: () => Promise<void>;
};

/** Sets the server's time and the browser's clock for a page. */
async function at(page: Page, instant: number) {
  const now = new Date(instant);
  await page.clock.setFixedTime(now);
  await page.route("**/api/time", (route) =>
    route.fulfill({ status: 204, headers: { Date: now.toUTCString() } }),
  );
}

/** Checks the home page and the page of the call. Both show the action that the call currently allows. */
async function lookAtCall({ page, path, t, look }: Tools, action: string) {
  for (const route of ["/", CALL]) {
    await page.goto(path(route));
    const link = page
      .getByRole("main")
      .getByRole("link", { name: t(`countdown.callAction.${action}`) });
    await expect(link.first()).toBeVisible();
    await look();
  }
}

/** Opens every closed section of a page's main content, and checks the page. */
async function lookOpened({ page, path, look }: Tools, route: string) {
  await page.goto(path(route));
  const closed = page.locator("main details:not([open]) > summary");
  expect(await closed.count()).toBeGreaterThan(3);
  await closed.evaluateAll((all) => {
    for (const summary of all) (summary as HTMLElement).click();
  });
  await expect(closed).toHaveCount(0);
  await look();
}

const OPEN: Record<State, (tools: Tools) => Promise<void>> = {
  menu: async ({ page, path, t, look }) => {
    await page.goto(path("/"));
    await page
      .getByRole("banner")
      .getByRole("button", { name: t("header.menu") })
      .click();
    await expect(page.getByRole("dialog", { name: t("header.menu") })).toBeVisible();
    await look();
  },
  call_not_open: async (tools) => {
    await at(tools.page, Date.parse("2020-01-01T10:00:00Z"));
    await lookAtCall(tools, "not_yet_open");
  },
  call_last_hours: async (tools) => {
    const { edition } = await (await tools.page.request.get("/wp-json")).json();
    await at(tools.page, Date.parse(edition.closesAt) - 90 * 60_000);
    await lookAtCall(tools, "open");
  },
  call_closed: async (tools) => {
    await at(tools.page, Date.parse("2099-01-01T10:00:00Z"));
    await lookAtCall(tools, "closed");
  },
  questions: (tools) => lookOpened(tools, CALL),
  biographies: (tools) => lookOpened(tools, "/network"),
  photograph: async ({ page, language, look }) => {
    const folder = process.env.CONTENT_DIR;
    if (!folder) throw new Error("CONTENT_DIR is not set: run the browser tests by npm run e2e.");
    const name = `foto-${randomUUID()}`;
    const file = join(folder, "media", `${name}.jpg`);
    mkdirSync(join(folder, "media"), { recursive: true });
    writeFileSync(file, await image("jpeg", { width: 1200, height: 900 }));
    const place = { type: "posts", slug: name, lang: language } as const;
    const more = `image: "${name}.jpg"\nalt: "Sedie vuote su un molo"\ncredit: "Ada Neri"`;
    const draft = writeContent(place, { title: "Una fotografia", status: "draft", more });
    try {
      await page.goto(await previewLink(place));
      const photograph = page.getByRole("img", { name: "Sedie vuote su un molo" });
      await photograph.evaluate((img) => (img as HTMLImageElement).decode());
      await look();
    } finally {
      // Leave the page before deleting the photograph, because resizing the page would request the file again.
      await page.goto("about:blank");
      draft.remove();
      rmSync(file);
    }
  },
  search_filtered: async ({ page, path, t, language, look }) => {
    await page.goto(path(`/search?q=${language === "it" ? "impresa" : "company"}`));
    const kinds = page.getByRole("navigation", { name: t("search.kinds") });
    await kinds.getByRole("link").nth(1).click();
    await page.waitForURL(/[?&]kind=/);
    await expect(kinds.locator("[aria-current=page]")).toBeVisible();
    await look();
  },
  search_nothing: async ({ page, path, t, look }) => {
    await page.goto(path("/search?q=zzzzqqqq"));
    await expect(page.getByRole("heading", { name: t("search.none") })).toBeVisible();
    await look();
  },
  form_errors: async ({ page, path, t, look }) => {
    await page.goto(path("/community-event"));
    await page.getByRole("button", { name: t("whitepaper.submit") }).click();
    await expect(page.getByRole("region", { name: t("whitepaper.checkFields") })).toBeFocused();
    await look();
  },
  consent: async ({ page, path, t, look }) => {
    test.skip(!process.env.THIRD_PARTIES_URL, "the site looked at asks nobody for consent");
    await page.context().clearCookies({ name: CHOICE_COOKIE });
    await page.goto(path("/"));
    await expect(page.getByRole("region", { name: t("consent.title") })).toBeVisible();
    await look();
  },
};

for (const state of STATES) {
  test(`the state ${state} has no axe violation`, async ({ page, path, t, language }) => {
    for (const width of AXE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const look = () => expectNoAxeViolations(page, state);
      await OPEN[state]({ page, path, t, language, look });
    }
  });
}
