import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/*
 * Checks that no link in the demo's content leads to a domain name that is reserved for examples (RFC 2606), because
 * such a name has no pages.
 */

const RESERVED = /\bexample\.(?:com|net|org)\b|https?:\/\/[^\s/")]*\.(?:example|invalid|test)\b/i;

const files = readdirSync("content", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => `content/${name}`);

test("no text of the demo links to a name that is reserved for examples", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => RESERVED.test(readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["https://example.org/academy", true],
  ["www.example.com", true],
  ["https://wp.example/x", true],
  ["mailto:ciao@slancio.example", false],
  ["/academy", false],
])("a link to %s is rejected: %s", (link, isRejected) => {
  expect(RESERVED.test(link)).toBe(isRejected);
});
