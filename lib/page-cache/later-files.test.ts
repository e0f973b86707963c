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

test("one inline script loads all of a page's scripts in order, and no preload hint remains", () => {
  expect(later).not.toContain('async=""');
  expect(later).not.toContain("preload");
  expect(later).toContain(
    '(["/_next/static/chunks/a.js?dpl=a1","/_next/static/chunks/b.js?dpl=a1","/_next/static/chunks/main.js?dpl=a1"],',
  );
  expect(later.match(/<script/g)).toHaveLength(3);
});

test("inline scripts and scripts for browsers without modules stay", () => {
  expect(later).toContain('<script id="_R_">own()</script>');
  expect(later).toContain('<script src="/_next/static/chunks/old.js" noModule=""></script>');
});

test("a processed page, or a page without scripts, is returned unchanged", () => {
  expect(withLaterFiles(later)).toBe(later);
  expect(withLaterFiles("<p>$&</p>")).toBe("<p>$&</p>");
});
