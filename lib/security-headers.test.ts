import { expect, test } from "vitest";
import { SECURITY_HEADERS, siteHeaders } from "./security-headers";

const header = (name: string, env: Record<string, string>) =>
  siteHeaders(env).find(({ key }) => key === name)?.value;
const transport = (env: Record<string, string>) => header("Strict-Transport-Security", env);

test("only an https site sends HSTS, and covers subdomains only when configured", () => {
  const https = { SITE_URL: "https://slancio.example" };
  expect(transport({})).toBeUndefined();
  expect(transport({ SITE_URL: "http://localhost:3000", HSTS_SUBDOMAINS: "1" })).toBeUndefined();
  expect(transport(https)).toBe("max-age=31536000");
  expect(transport({ ...https, HSTS_SUBDOMAINS: "0" })).toBe("max-age=31536000");
  expect(transport({ ...https, HSTS_SUBDOMAINS: "1" })).toBe("max-age=31536000; includeSubDomains");
});

test("every response of a preview deployment has noindex, and production's have not", () => {
  expect(header("X-Robots-Tag", { SITE_ENV: "preview" })).toMatch(/^noindex/);
  expect(header("X-Robots-Tag", {})).toBeUndefined();
  expect(header("X-Robots-Tag", { SITE_ENV: "production" })).toBeUndefined();
});

test("the other security headers are on every response, over http and https", () => {
  const names = SECURITY_HEADERS.map(({ key }) => key);
  expect(names).toContain("X-Content-Type-Options");
  expect(names).toContain("X-Frame-Options");
});
