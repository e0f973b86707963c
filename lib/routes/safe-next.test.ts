import { expect, test } from "vitest";
import { safeNext } from "./safe-next";

test.each([
  "/dashboard",
  "/en/dashboard/project?step=2",
  "/dashboard/evaluation/0d4f#scores",
  "/magazine/perch%C3%A9",
  "/en",
])("%s is a safe target", (next) => {
  expect(safeNext(next, "/fallback")).toBe(next);
});

test("a path with .. segments is resolved", () => {
  expect(safeNext("/dashboard/../en/dashboard", "/fallback")).toBe("/en/dashboard");
});

test.each([
  "",
  "dashboard",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "http:///evil.example",
  "HTTPS://evil.example/dashboard",
  "//evil.example",
  "//evil.example/dashboard",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/ /evil.example",
  "/\u0000/evil.example",
  "/\u00a0/evil.example",
  "/\u2028/evil.example",
  "/%2f%2fevil.example",
  "/%2F/evil.example",
  "/%5cevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:%20https://evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/a/..//evil.example",
  "/./\\evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "@evil.example",
  ".evil.example",
  "?next=//evil.example",
  "#//evil.example",
  `/${"a".repeat(2001)}`,
  "/login",
  "/en/login?next=/en/login",
  "/registration/confirm?token=x",
  "/api/session/renew?next=/dashboard",
  "/wp-json/wp/v2/users/me/",
])("%j is not a safe target", (next) => {
  expect(safeNext(next, "/fallback")).toBe("/fallback");
});

test("a missing next is refused too", () => {
  expect(safeNext(null, "/fallback")).toBe("/fallback");
  expect(safeNext(undefined, "/fallback")).toBe("/fallback");
});
