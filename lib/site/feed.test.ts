// @vitest-environment jsdom
import { expect, test } from "vitest";
import type { Content } from "../content/content";
import { articleFeed } from "./feed";

const WORDS = { title: "Magazine · Slancio", description: "Conti & impatto" };

function article(words: Partial<Content> = {}) {
  return {
    type: "posts",
    slug: "due-minuti",
    locale: "it",
    status: "publish",
    title: "Due minuti",
    excerpt: "Un telefono.",
    html: "<p>Testo.</p>",
    publishedAt: "2026-09-08T08:00:00.000Z",
    modifiedAt: "2026-09-09T10:30:00.000Z",
    author: "Giada Orlandini",
    tags: ["Pratica"],
    image: null,
    meta: {},
    path: "/magazine/due-minuti",
    ...words,
  } satisfies Content & { path: string };
}

/** Parses a feed as strict XML. */
function read(articles: ReturnType<typeof article>[], locale: "it" | "en" = "it") {
  const xml = articleFeed(articles, locale, WORDS, "rss");
  const document = new DOMParser().parseFromString(xml, "text/xml");
  expect(document.querySelector("parsererror")).toBeNull();
  const one = (tag: string, parent: Element = document.documentElement) =>
    parent.getElementsByTagName(tag)[0]?.textContent;
  return { document, one, items: [...document.getElementsByTagName("item")] };
}

test("a feed is RSS 2.0 in its language and contains its own URL", () => {
  const { document, one } = read([article()], "en");
  expect(document.documentElement.getAttribute("version")).toBe("2.0");
  expect(one("language")).toBe("en");
  expect(one("link")).toBe("http://localhost:3000/en/magazine/1");
  expect(one("lastBuildDate")).toBe("Wed, 09 Sep 2026 10:30:00 GMT");
  const self = document.getElementsByTagName("atom:link")[0];
  expect(self?.getAttribute("href")).toBe("http://localhost:3000/en/feed.xml");
});

test("an article has its absolute URL, its date, its author and its topics", () => {
  const { items, one } = read([article()]);
  const item = items[0]!;
  const address = "http://localhost:3000/magazine/due-minuti";
  expect(one("link", item)).toBe(address);
  expect(one("guid", item)).toBe(address);
  expect(one("pubDate", item)).toBe("Tue, 08 Sep 2026 08:00:00 GMT");
  expect(one("dc:creator", item)).toBe("Giada Orlandini");
  expect(one("category", item)).toBe("Pratica");
});

test("URLs in a feed's texts are absolute, and responsive sizes and classes are removed", () => {
  const html = [
    '<p class="wp-block-x"><a href="/corso">corsi</a> <a href="#note">note</a></p>',
    '<img src="/_next/image?url=a&amp;w=1200" srcset="/b 2x" alt="Una &quot;foto&quot;" loading="lazy">',
  ].join("");
  const text = read([article({ html })]).one("content:encoded");
  expect(text).toContain('<a href="http://localhost:3000/corso">corsi</a>');
  expect(text).toContain('<a href="http://localhost:3000/magazine/due-minuti#note">note</a>');
  expect(text).toContain('src="http://localhost:3000/_next/image?url=a&amp;w=1200"');
  expect(text).not.toMatch(/srcset|class|loading/);
});

test("no text of an article can break the file or slip a tag into a reader", () => {
  const nasty = "A & B <script>x()</script> ]]> \u0007\u{1F680}";
  const { items, one } = read([
    article({ title: nasty, excerpt: nasty, author: nasty, tags: [nasty] }),
  ]);
  const item = items[0]!;
  const plain = nasty.replace("\u0007", "");
  expect(one("title", item)).toBe(plain);
  expect(one("dc:creator", item)).toBe(plain);
  expect(one("category", item)).toBe(plain);
  // Feed readers interpret a description as HTML.
  expect(one("description", item)).toContain("&lt;script&gt;");
});

test("an article without a text falls back to its excerpt", () => {
  const { one } = read([article({ html: "" })]);
  expect(one("content:encoded")).toBe("<p>Un telefono.</p>");
  expect(one("dc:creator")).toBe("Giada Orlandini");
});

test("a feed without articles is valid", () => {
  const { items, one } = read([]);
  expect(items).toEqual([]);
  expect(one("title")).toBe(WORDS.title);
});

test("a JSON Feed contains the same articles with unescaped texts", () => {
  const feed = JSON.parse(articleFeed([article({ excerpt: "A & B" })], "en", WORDS, "json"));
  expect(feed).toMatchObject({
    version: expect.stringMatching(/^https:\/\/jsonfeed\.org\/version\/1/),
    title: WORDS.title,
    description: WORDS.description,
    feed_url: "http://localhost:3000/en/feed.json",
    home_page_url: "http://localhost:3000/en/magazine/1",
  });
  expect(feed.items).toMatchObject([
    {
      id: "http://localhost:3000/en/magazine/due-minuti",
      url: "http://localhost:3000/en/magazine/due-minuti",
      title: "Due minuti",
      summary: "A & B",
      content_html: "<p>Testo.</p>",
      date_published: "2026-09-08T08:00:00.000Z",
      tags: ["Pratica"],
    },
  ]);
  expect(JSON.stringify(feed.items)).toContain("Giada Orlandini");
});
