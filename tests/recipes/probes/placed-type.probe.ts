import { expect, test } from "vitest";
import { openContent } from "@/backend/content/open-content";
import { previewSchema } from "@/contract/content/preview";
import { itemsOf } from "@/lib/content/catalogue";
import { searchSite } from "@/lib/search/search";
import { feedAnswer } from "@/lib/site/feed";
import en from "@/messages/en.json";

const SITE = "https://slancio.example";

test("the API lists its items", async () => {
  const { fetch } = openContent({});
  const answer = await fetch(new Request(`${SITE}/wp-json/wp/v2/prizes`));
  expect(await answer.json()).toMatchObject([{ slug: "mestolo", lang: "it" }]);
});

test("the page it stands on has them", async () => {
  expect(await itemsOf("prizes", "en")).toMatchObject([{ slug: "mestolo", locale: "it" }]);
});

test("the search finds them in their place, and says what they are", async () => {
  const { results } = await searchSite("mestolo", "en");
  expect(results).toMatchObject([{ kind: "prizes", path: "/network#mestolo", section: "network" }]);
  expect(en.search.kind.prizes).toBe("Prize");
});

test("the feed tells of them", async () => {
  const answer = await feedAnswer(new Request(`${SITE}/feed.xml`), "it");
  expect(await answer.text()).toContain("Mestolo d’oro");
});

test("they may be previewed", () => {
  const item = { type: "prizes", slug: "mestolo", lang: "it", expires: 1 };
  expect(previewSchema.safeParse(item).error?.issues ?? []).toEqual([]);
});
