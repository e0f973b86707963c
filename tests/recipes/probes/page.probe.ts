import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import PartnersPage, { generateMetadata } from "@/app/[locale]/(site)/partner/page";
import { routing } from "@/lib/i18n/routing";
import { isKnown } from "@/lib/middleware/known";
import { isPersonal } from "@/lib/routes/guard";
import { sectionOf } from "@/lib/routes/lookup";
import { searchSite } from "@/lib/search/search";
import { addressFor } from "@/lib/site/metadata";
import { sitemapEntries } from "@/lib/site/sitemap";

test("it is a page, and anybody's", () => {
  expect(isKnown("/partner")).toBe(true);
  expect(isPersonal("/partner")).toBe(false);
  expect(sectionOf("/partner")).toBe("network");
});

test("it shows its words, and says what it is", async () => {
  expect(renderToStaticMarkup(await PartnersPage())).toContain("Falegnamerie");
  expect(JSON.stringify(await generateMetadata())).toContain("I nostri partner");
});

test("search engines find it, in every language", async () => {
  const urls = (await sitemapEntries()).map(({ url }) => url);
  for (const locale of routing.locales) expect(urls).toContain(addressFor(locale, "/partner"));
});

test.each([
  ["it", "falegnamerie"],
  ["en", "joineries"],
] as const)("the search finds it (%s)", async (locale, word) => {
  const { results } = await searchSite(word, locale);
  expect(results).toContainEqual(
    expect.objectContaining({ kind: "page", path: "/partner", section: "network" }),
  );
});
