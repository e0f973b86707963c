import { afterEach, expect, test, vi } from "vitest";
import { previewQuery } from "@/contract/content/preview";

const [FORMER, OWN] = [
  "the former secret, long enough to be one",
  "a new secret, long enough to be one",
];
const NOW = Date.parse("2026-08-20T10:00:00Z");
const ITEM = { type: "posts", slug: "alba", lang: "it", expires: NOW / 1000 + 3600 } as const;

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Reports whether an instance with these secrets accepts a preview link that was signed with another secret. */
async function takes(signedWith: string, secrets: Record<string, string>): Promise<boolean> {
  for (const [name, secret] of Object.entries(secrets)) vi.stubEnv(name, secret);
  vi.resetModules();
  const { previewOf } = await import("./preview-ticket");
  const link = Object.fromEntries(await previewQuery(ITEM, signedWith));
  return (await previewOf(link, NOW)) !== null;
}

test("links of both secrets are valid while PREVIEW_SECRET is replaced, and only new links after that", async () => {
  const during = { PREVIEW_SECRET: OWN, PREVIEW_SECRET_PREVIOUS: FORMER };
  expect(await takes(FORMER, during)).toBe(true);
  expect(await takes(OWN, during)).toBe(true);
  const after = { PREVIEW_SECRET: OWN, PREVIEW_SECRET_PREVIOUS: "" };
  expect(await takes(FORMER, after)).toBe(false);
  expect(await takes(OWN, after)).toBe(true);
});
