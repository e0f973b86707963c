import { expect, test } from "vitest";
import { linkAddress } from "./links";

test.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["http://localhost:3000/a", "http://localhost:3000/a"],
  ["www.example.org/iscrizione", "https://www.example.org/iscrizione"],
  ["Example.org", "https://Example.org"],
  ["example.org:8443/a", "https://example.org:8443/a"],
  ["perché.example/a", "https://perché.example/a"],
  ["info@example.org", "mailto:info@example.org"],
  ["mailto:info@example.org", "mailto:info@example.org"],
  ["tel:+390212345", "tel:+390212345"],
  [" /academy#a ", "/academy#a"],
  ["#a", "#a"],
])("%s is a link to %s", (given, address) => {
  expect(linkAddress(given)).toBe(address);
});

test.each([
  "javascript:alert(1)",
  " JavaScript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "ftp://example.org",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "modulo.pdf",
  "da definire",
  "presto",
  "",
])("%j is no link", (given) => {
  expect(linkAddress(given)).toBeNull();
});
