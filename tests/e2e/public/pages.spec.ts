import { datesIn } from "@/lib/i18n/dates";
import {
  expect,
  expectNoAxeViolations,
  noteLook,
  pathIn,
  test,
} from "../../support/browser/browser";
import { ACCOUNT, AXE_WIDTHS, PUBLIC, REFLOW_WIDTHS } from "../../support/browser/looks";

test("a prerendered page shows the dates in the database, not those of the build", {
  tag: "@english",
}, async ({ request, path, language }) => {
  const { edition } = await (await request.get("/wp-json")).json();
  // The call ends at midnight, which belongs to the next day, so subtract a minute to get the last day.
  const lastDay = datesIn(language).date(new Date(Date.parse(edition.closesAt) - 60_000), {
    day: "numeric",
    month: "long",
  });
  for (const route of ["/", "/call-for-ideas"]) {
    const html = await (await request.get(path(route))).text();
    expect(html.includes(lastDay), `${route} says ${lastDay}`).toBe(true);
  }
});

for (const route of [...PUBLIC, ...ACCOUNT]) {
  test(`${route} is complete: a title, one h1, both languages, no axe violation`, {
    tag: "@english",
  }, async ({ page, path, request, language }) => {
    const answer = await page.goto(path(route));
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const twin = await (await request.get(pathIn(language === "it" ? "en" : "it", route))).text();
    expect(twin).not.toContain(`<title>${await page.title()}</title>`);
    if (PUBLIC.includes(route)) {
      expect(answer?.headers()["set-cookie"]).toBeUndefined();
      expect(answer?.headers()["cache-control"]).toMatch(/s-maxage=300/);
      for (const hreflang of ["it", "en", "x-default"]) {
        const link = page.locator(`link[rel="alternate"][hreflang="${hreflang}"]`);
        const expected = pathIn(hreflang === "en" ? "en" : "it", route);
        expect(new URL((await link.getAttribute("href")) ?? "").pathname).toBe(expected);
      }
    }
    for (const width of REFLOW_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `sideways scroll at ${width}`).toBe(0);
      noteLook({ at: route, width, axe: null });
      if (AXE_WIDTHS.includes(width)) await expectNoAxeViolations(page, route);
    }
  });
}
