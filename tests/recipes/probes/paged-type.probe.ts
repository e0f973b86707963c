import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import TermPage, {
  generateMetadata,
  generateStaticParams,
} from "@/app/[locale]/(site)/glossario/[slug]/page";
import TermsPage from "@/app/[locale]/(site)/glossario/page";
import { openContent } from "@/backend/content/open-content";
import { isKnown } from "@/lib/middleware/known";
import { previewPath } from "@/lib/routes/preview";
import { searchSite } from "@/lib/search/search";
import { feedAnswer } from "@/lib/site/feed";
import { sitemapEntries } from "@/lib/site/sitemap";
import { withWords } from "@/tests/support/render";

const SITE = "https://slancio.example";
const params = Promise.resolve({ slug: "prototipo" });

test("the API lists its items, each language its own", async () => {
  const { fetch } = openContent({});
  const titles = async (query: string) => {
    const answer = await fetch(new Request(`${SITE}/wp-json/wp/v2/terms${query}`));
    const items = (await answer.json()) as { title: { rendered: string } }[];
    return items.map(({ title }) => title.rendered);
  };
  expect(await titles("")).toEqual(["Prototipo"]);
  expect(await titles("?lang=en")).toEqual(["Prototype"]);
});

test("the list shows them, and each has its page", async () => {
  expect(isKnown("/glossario") && isKnown("/glossario/prototipo")).toBe(true);
  const list = renderToStaticMarkup(withWords(await TermsPage()));
  expect(list).toContain('href="/glossario/prototipo"');
  expect(await generateStaticParams({ params: { locale: "it" } })).toEqual([{ slug: "prototipo" }]);
  expect(renderToStaticMarkup(await TermPage({ params }))).toBe("<h1>Prototipo</h1>");
  expect(JSON.stringify(await generateMetadata({ params }))).toContain("/og/it/terms/prototipo");
});

test("search engines find list and items, in both languages", async () => {
  const paths = (await sitemapEntries()).map(({ url }) => new URL(url).pathname);
  const own = paths.filter((path) => path.includes("glossario"));
  const italian = ["/glossario", "/glossario/prototipo"];
  expect(own.sort()).toEqual([...italian.map((path) => `/en${path}`), ...italian]);
});

test("the search finds them", async () => {
  const { results } = await searchSite("zufolo", "it");
  expect(results).toMatchObject([
    { kind: "terms", path: "/glossario/prototipo", section: "academy" },
  ]);
});

test("the feed tells of them", async () => {
  const answer = await feedAnswer(new Request(`${SITE}/feed.xml`), "it");
  expect(await answer.text()).toContain("/glossario/prototipo");
});

test("they are previewed where they will stand", () => {
  const item = { type: "terms", slug: "prototipo", lang: "en" } as const;
  expect(previewPath(item)).toBe("/en/glossario/prototipo");
});
