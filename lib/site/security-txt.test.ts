import { expect, test } from "vitest";
import { securityTxt } from "./security-txt";

test("security.txt has the contact and the expiry in the fields that RFC 9116 requires", () => {
  const lines = securityTxt(Date.parse("2026-01-01T00:00:00Z")).trimEnd().split("\n");
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)));
  expect(fields.Contact).toMatch(/^mailto:.+@.+$/);
  expect(fields.Expires).toBe("2026-06-30T00:00:00.000Z");
  expect(fields.Canonical).toMatch(/^https?:\/\/.+\/\.well-known\/security\.txt$/);
});
