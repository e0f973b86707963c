import { expect, test } from "vitest";
import { slugsOf } from "@/lib/content/catalogue";
import { searchSite } from "@/lib/search/search";
import { sitemapEntries } from "@/lib/site/sitemap";

test("each language has its own, and search engines both", async () => {
  expect(Object.keys(await slugsOf("posts", "la-gru"))).toEqual(["it", "en"]);
  const paths = (await sitemapEntries()).map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(expect.arrayContaining(["/magazine/la-gru", "/en/magazine/la-gru"]));
});

test("the search finds it", async () => {
  const { results } = await searchSite("crane folds", "en");
  expect(results).toMatchObject([{ kind: "posts", path: "/magazine/la-gru" }]);
});
