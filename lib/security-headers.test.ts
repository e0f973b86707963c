import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers";

const transport = (env: Record<string, string>) =>
  securityHeaders(env).find(({ key }) => key === "Strict-Transport-Security")?.value;

test("only a site on https asks for https, and only by request for the names below it", () => {
  const https = { SITE_URL: "https://slancio.example" };
  expect(transport({})).toBeUndefined();
  expect(transport({ SITE_URL: "http://localhost:3000", HSTS_SUBDOMAINS: "1" })).toBeUndefined();
  expect(transport(https)).toBe("max-age=31536000");
  expect(transport({ ...https, HSTS_SUBDOMAINS: "0" })).toBe("max-age=31536000");
  expect(transport({ ...https, HSTS_SUBDOMAINS: "1" })).toBe("max-age=31536000; includeSubDomains");
});

test("the others are on every answer, whatever the site is reached by", () => {
  const names = securityHeaders({}).map(({ key }) => key);
  expect(names).toContain("X-Content-Type-Options");
  expect(names).toContain("X-Frame-Options");
});
