import { expect, test } from "vitest";
import { withLaterScripts } from "./later-scripts";

const HEAD = [
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js?dpl=a1"/>',
  '<script src="/_next/static/chunks/a.js?dpl=a1" async=""></script>',
  '<script src="/_next/static/chunks/b.js?dpl=a1" async=""></script>',
  '<script src="/_next/static/chunks/old.js" noModule=""></script>',
].join("");
const END =
  '<script id="_R_">own()</script><script src="/_next/static/chunks/main.js?dpl=a1" async=""></script>';
const later = withLaterScripts(`<html><head>${HEAD}</head><body>${END}</body></html>`);

test("a page's scripts are asked for by one that knows them all, in their order, and announced no sooner", () => {
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
  expect(withLaterScripts(later)).toBe(later);
  expect(withLaterScripts("<p>$&</p>")).toBe("<p>$&</p>");
});
