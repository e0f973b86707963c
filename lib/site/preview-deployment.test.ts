import { PHASE_PRODUCTION_BUILD, PHASE_PRODUCTION_SERVER } from "next/constants";
import { afterEach, expect, test, vi } from "vitest";
import { comesFromElsewhere, comesFromSite } from "../api/session/origin";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function configOf(env: string) {
  vi.resetModules();
  vi.stubEnv("SITE_ENV", env);
  return (await import("../config")).config;
}

test("the headers that a build stores are the same for every deployment", async () => {
  const kept = async () => {
    vi.resetModules();
    const { default: nextConfig } = await import("../../next.config");
    const { headers } = await nextConfig(PHASE_PRODUCTION_BUILD);
    return await headers?.();
  };
  const plain = await kept();
  vi.stubEnv("SITE_ENV", "preview");
  vi.stubEnv("SITE_URL", "https://bussola.example");
  vi.stubEnv("HSTS_SUBDOMAINS", "1");
  expect(await kept()).toEqual(plain);
});

test("a server start does not load the message compiler, which needs a writable folder", async () => {
  vi.resetModules();
  vi.doMock("next-intl/plugin", () => {
    throw new Error("loaded");
  });
  const { default: configFor } = await import("../../next.config");
  expect(await configFor(PHASE_PRODUCTION_SERVER)).toMatchObject({ poweredByHeader: false });
  await expect(configFor(PHASE_PRODUCTION_BUILD)).rejects.toThrow();
  vi.doUnmock("next-intl/plugin");
});

test("a site without SITE_ENV is a production site", async () => {
  expect((await configOf("")).isPreview).toBe(false);
  expect((await configOf("preview")).isPreview).toBe(true);
  vi.stubEnv("SITE_ENV", "staging");
  vi.resetModules();
  expect((await import("../config")).siteProblems).toEqual([expect.stringMatching(/^SITE_ENV: /)]);
});

/** Returns a browser's POST request to a host, sent from a page of the given origin. */
function post(host: string, origin: string, more: Record<string, string> = {}) {
  return new Request(`http://${host}/api/session`, {
    method: "POST",
    headers: { Host: host, Origin: origin, ...more },
  });
}

test.each([
  ["branch-7.deploy.example", "https://branch-7.deploy.example", true],
  ["10.0.0.7:3000", "http://10.0.0.7:3000", true],
  ["branch-7.deploy.example", "https://evil.example", false],
  ["branch-7.deploy.example", "https://branch-8.deploy.example", false],
  ["branch-7.deploy.example", "https://branch-7.deploy.example.evil.example", false],
  ["branch-7.deploy.example", "null", false],
])("a preview deployment at %s accepts a call from %s: %s", async (host, origin, own) => {
  const preview = await configOf("preview");
  const site = { siteUrl: preview.siteUrl, acceptOwnHost: preview.acceptOwnHost };
  expect(comesFromSite(post(host, origin), site)).toBe(own);
  expect(comesFromElsewhere(post(host, origin), site)).toBe(!own);
  const cross = post(host, origin, { "Sec-Fetch-Site": "cross-site" });
  expect(comesFromSite(cross, site)).toBe(false);
  const production = await configOf("");
  const strict = { siteUrl: production.siteUrl, acceptOwnHost: production.acceptOwnHost };
  expect(comesFromSite(post(host, origin), strict)).toBe(false);
});
