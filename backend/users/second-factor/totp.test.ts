import { describe, expect, test } from "vitest";
import { codeAt, isSecret, newSecret, stepAt, stepOf, uriOf } from "./totp";

/** The RFC 6238 test secret "12345678901234567890" in base32. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

describe("a time-based code", () => {
  // The last six of the eight digits of the test codes in RFC 6238 (appendix B, SHA-1).
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("the code at %i seconds after 1970 is that of the standard: %s", (seconds, code) => {
    expect(codeAt(RFC_SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  test("a code is valid for a half-minute before and after, and no longer", () => {
    const now = new Date("2026-08-20T10:00:00.000Z");
    const step = stepAt(now);
    for (const away of [-1, 0, 1]) {
      expect(stepOf(RFC_SECRET, codeAt(RFC_SECRET, step + away), now)).toBe(step + away);
    }
    for (const away of [-2, 2]) {
      expect(stepOf(RFC_SECRET, codeAt(RFC_SECRET, step + away), now)).toBeNull();
    }
  });
});

test("a secret has 160 random bits in the alphabet of authenticator apps", () => {
  const secrets = new Set(Array.from({ length: 1000 }, newSecret));
  expect(secrets.size).toBe(1000);
  expect([...secrets].every(isSecret)).toBe(true);
  expect([`${RFC_SECRET}A`, RFC_SECRET.slice(1), `1${RFC_SECRET.slice(1)}`].some(isSecret)).toBe(
    false,
  );
  const letters = new Set([...secrets].join(""));
  expect([...letters].sort().join("")).toBe("234567ABCDEFGHIJKLMNOPQRSTUVWXYZ");
});

test("the address for an authenticator app contains the escaped programme and account", () => {
  const uri = uriOf(RFC_SECRET, "Slancio & Co.", "ada+x@example.org");
  const { pathname, searchParams } = new URL(uri);
  expect(decodeURIComponent(pathname)).toBe("//totp/Slancio & Co.:ada+x@example.org".slice(6));
  expect(Object.fromEntries(searchParams)).toEqual({ secret: RFC_SECRET, issuer: "Slancio & Co." });
});
