import { expect, test } from "vitest";
import { withLaterFiles } from "./later-files";

const HEAD = [
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js?dpl=a1"/>',
  '<script src="/_next/static/chunks/a.js?dpl=a1" async=""></script>',
  '<script src="/_next/static/chunks/b.js?dpl=a1" async=""></script>',
  '<link rel="preload" href="/_next/static/chunks/error.css" as="style"/>',
  '<script src="/_next/static/chunks/old.js" noModule=""></script>',
].join("");
const END =
  '<script id="_R_">own()</script><script src="/_next/static/chunks/main.js?dpl=a1" async=""></script>';
const later = withLaterFiles(`<html><head>${HEAD}</head><body>${END}</body></html>`);

test("a page's scripts are asked for by one that knows them all, in their order, and nothing is announced sooner", () => {
  expect(later).not.toContain('async=""');
  expect(later).not.toContain("preload");
  expect(later).toContain(
    '(["/_next/static/chunks/a.js?dpl=a1","/_next/static/chunks/b.js?dpl=a1","/_next/static/chunks/main.js?dpl=a1"],',
  );
  expect(later.match(/<script/g)).toHaveLength(3);
});

test("what is in the page itself, or for browsers without modules, stays", () => {
  expect(later).toContain('<script id="_R_">own()</script>');
  expect(later).toContain('<script src="/_next/static/chunks/old.js" noModule=""></script>');
});

test("a page that was processed, or has no script, is returned as it is", () => {
  expect(withLaterFiles(later)).toBe(later);
  expect(withLaterFiles("<p>$&</p>")).toBe("<p>$&</p>");
});
