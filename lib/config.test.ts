import { expect, test, vi } from "vitest";
import { announced } from "./page-cache/announced-site";

/**
 * Returns the fingerprint of all configuration values that pages can show. `env` adds environment variables to the
 * test's configuration.
 */
async function configuration(env: Record<string, string> = {}): Promise<string> {
  vi.resetModules();
  vi.unstubAllEnvs();
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  await import("./config");
  return String(announced.site?.configuration);
}

const SECRET = "a secret of the tests, long enough to be one";

test.each([
  ["__NEXT_PRIVATE_ORIGIN", "http://localhost:3001"],
  ["PORT", "3001"],
  ["NODES", "2"],
  ["DRAIN_SECONDS", "6"],
  ["OTEL_SERVICE_NAME", "site"],
  ["METRICS_TOKEN", SECRET],
  ["PREVIEW_SECRET", SECRET],
  ["PREVIEW_SECRET_PREVIOUS", SECRET],
  ["REVALIDATE_SECRET", SECRET],
  ["CONTENT_CREDENTIALS", "editor:secret"],
])("pages do not depend on %s", async (name, value) => {
  expect(await configuration({ [name]: value })).toBe(await configuration());
});

test.each([
  ["SITE_URL", "https://www.bussola.example"],
  ["PROGRAMME_NAME", "Bussola"],
  ["CONTACT_MAIL", "aiuto@bussola.example"],
  ["SITE_ENV", "preview"],
  ["RULES_PDF", "/rules-{locale}.pdf"],
])("pages depend on %s", async (name, value) => {
  expect(await configuration({ [name]: value })).not.toBe(await configuration());
});
