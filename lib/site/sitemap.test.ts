import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { perLanguage } from "@/contract/languages";
import type { Summary } from "../content/content";
import { pageMetadata } from "./metadata";
import { type Catalogues, sitemapOf } from "./sitemap";

const SITE = "http://localhost:3000";

function items(locale: "it" | "en", ...slugs: string[]): Summary[] {
  return slugs.map((slug, index) => ({
    type: "posts",
    slug,
    locale,
    status: "publish",
    title: slug,
    excerpt: "",
    publishedAt: "2026-01-01T00:00:00.000Z",
    modifiedAt: `2026-0${index + 1}-02T00:00:00.000Z`,
    author: null,
    tags: [],
    image: null,
    meta: {},
  }));
}

const catalogues: Catalogues = {
  ...perLanguage(() => ({})),
  it: {
    posts: items("it", "uno", "due", "solo-qui"),
    events: items("it", "demo-day", "demo-dayOLD"),
  },
  en: {
    posts: [...items("en", "uno", "due"), ...items("it", "solo-qui")],
    events: items("en", "demo-day", "demo-dayold"),
  },
};
const entries = sitemapOf(catalogues);
const urls = entries.map(({ url }) => url);
const entryOf = (path: string) => entries.find(({ url }) => url === SITE + path);

test("an item is listed once in each of its languages, with the other language as alternate", () => {
  const languages = {
    it: `${SITE}/magazine/uno`,
    en: `${SITE}/en/magazine/uno`,
    "x-default": `${SITE}/magazine/uno`,
  };
  expect(entryOf("/magazine/uno")?.alternates?.languages).toEqual(languages);
  expect(entryOf("/en/magazine/uno")?.alternates?.languages).toEqual(languages);
  expect(new Set(urls).size).toBe(urls.length);
});

test("an item's entry has its photograph, or its social sharing image in that language", () => {
  expect(entryOf("/en/magazine/uno")?.images).toEqual([
    expect.stringContaining(`${SITE}/og/en/posts/uno.png?v=`),
  ]);
  const image = { src: "/a.jpg", alt: "", width: 1200, height: 900, credit: null, focus: "0% 0%" };
  const posts = items("it", "uno").map((item) => ({ ...item, image }));
  const pictured = sitemapOf({ ...perLanguage(() => ({})), it: { posts } });
  expect(pictured.find(({ url }) => url.endsWith("/uno"))?.images).toEqual([
    `${SITE}/media/magazine/1080/a.jpg?v=1`,
  ]);
});

test("the lists of online and on-site events are listed in each language", () => {
  for (const path of ["/evento/online", "/en/evento/online", "/evento/dal-vivo"])
    expect(urls.filter((url) => url === SITE + path)).toHaveLength(1);
});

test("an untranslated item has one URL", () => {
  expect(entryOf("/magazine/solo-qui")?.alternates?.languages).not.toHaveProperty("en");
  expect(entryOf("/en/magazine/solo-qui")).toBeUndefined();
});

test("an entry has the time of the last change in the items it shows", () => {
  expect(entryOf("/magazine/due")?.lastModified).toBe("2026-02-02T00:00:00.000Z");
  expect(entryOf("/magazine/1")?.lastModified).toBe("2026-03-02T00:00:00.000Z");
  expect(entryOf("/call-for-ideas")).not.toHaveProperty("lastModified");
});

test("archived pages are omitted, regardless of the case of their names", () => {
  expect(urls.filter((url) => /old$/i.test(url))).toEqual([]);
  expect(urls).toContain(`${SITE}/evento/demo-day`);
});

test("an entry has the same alternates as its page", () => {
  const page = pageMetadata({ locale: "en", path: "/academy", title: "Academy", description: "" });
  expect(entryOf("/en/academy")?.alternates?.languages).toEqual(page.alternates?.languages);
});

test("the sitemap lists every public page once in each language, and no redirects", () => {
  // Pages that the sitemap omits: personal pages, redirects, and pages that the middleware shows under other paths.
  const NOT_LISTED = ["/magazine", "/search", "/not-found", "/fault", "/unavailable", "/look-over"];
  const pages = globSync("app/[[]locale]/(site)/**/page.tsx")
    .map((file) => `/${file.split("/").slice(3, -1).join("/")}`)
    .filter((path) => !path.includes("[") && !NOT_LISTED.includes(path));
  expect(pages).toContain("/chi-siamo");
  for (const path of pages.flatMap((path) => [path, `/en${path}`])) {
    const address = SITE + path.replace(/\/$/, "");
    expect(
      urls.filter((url) => url === address),
      path,
    ).toHaveLength(1);
  }
  expect(entryOf("/magazine")).toBeUndefined();
});

test("the sitemap lists no account page or private page", () => {
  expect(urls.filter((url) => /login|registration|dashboard|thankyou|search/.test(url))).toEqual(
    [],
  );
});
