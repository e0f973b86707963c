import { expect, test } from "vitest";
import en from "@/messages/en.json";
import it from "@/messages/it.json";
import type { Summary } from "../content/content";
import { byScore, foundItem, foundPage } from "./found";
import { sitePages } from "./site-pages";

function item(words: Partial<Summary>): Summary {
  return {
    type: "posts",
    slug: "uno",
    locale: "it",
    status: "publish",
    title: "Titolo",
    excerpt: "",
    publishedAt: "2026-01-01T00:00:00.000Z",
    modifiedAt: "2026-01-01T00:00:00.000Z",
    author: null,
    tags: [],
    image: null,
    meta: {},
    ...words,
  };
}

test("a result of each kind links to the page that shows it", () => {
  const path = (type: Parameters<typeof foundItem>[0]) => foundItem(type, item({}), ["x"]).path;
  expect(path("posts")).toBe("/magazine/uno");
  expect(path("stories")).toBe("/storie/uno");
  expect(path("courses")).toBe("/corso/uno");
  expect(path("events")).toBe("/evento/uno");
  expect(path("lessons")).toBe("/academy/uno");
  expect(path("people")).toBe("/network#uno");
});

test("a title match ranks before a partial one, a mention, and the text alone", () => {
  const words = ["giuria"];
  const found = [
    item({ slug: "text" }),
    item({ slug: "mention", excerpt: "La giuria decide." }),
    item({ slug: "part", title: "Le giuriate" }),
    item({ slug: "title", title: "La giuria." }),
    item({ slug: "newer", publishedAt: "2026-05-01T00:00:00.000Z" }),
  ].map((one) => foundItem("posts", one, words));
  expect(found.sort(byScore).map(({ path }) => path.split("/").at(-1))).toEqual([
    "title",
    "part",
    "mention",
    "newer",
    "text",
  ]);
});

test.each([
  ["it", it],
  ["en", en],
] as const)("the site's own pages are found by their words (%s)", (locale, messages) => {
  const pages = sitePages(locale, messages);
  const found = (word: string) =>
    pages.flatMap((page) => foundPage(page, [word], locale) ?? []).map(({ path }) => path);
  expect(found("academy")).toContain("/academy");
  expect(found(messages.international.title)).toContain("/progetti-internazionali");
  expect(found("privacy")).toContain(`/policy/web-privacy-${locale}.pdf`);
  expect(found("plural")).toEqual([]);
  for (const page of pages) {
    expect(page.title, page.path).not.toMatch(/[{}<>]|metaTitle/);
    expect(page.description, page.path).not.toMatch(/[{}<>]|metaDescription/);
    expect(page.text, page.path).not.toMatch(/[{}<>]/);
  }
});

test("compiled messages yield the same words: arguments, plural forms and tags are not words", () => {
  // The compiled form of the message "Fino a <b>{amount, number} euro</b>, {count, plural, one {un anno} other {#
  // anni}}: chiedili."
  const compiled = [
    "Fino a ",
    ["b", ["amount", 4], " euro"],
    ", ",
    ["count", 2, { one: "un anno", other: [0, " anni"] }],
    ": chiedili.",
  ];
  const page = sitePages("it", { ...it, network: { ...it.network, compiled } }).find(
    ({ path }) => path === "/network",
  );
  const words = (text = "") => text.split(/\W+/).join(" ");
  expect(words(page?.text)).toContain("Fino a euro chiedili");
  expect(words(page?.text)).not.toMatch(/anni|amount|count/);
});
