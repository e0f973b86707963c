import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function hrefs(locale: "it" | "en") {
  const { learningTracks } = await import("./learning");
  return learningTracks(locale).map(({ href, isHosted }) => [href, isHosted]);
}

test("without a learning provider the tracks lead to the site's own lessons", async () => {
  vi.stubEnv("LEARNING_BUSINESS_URL", "");
  vi.stubEnv("LEARNING_IMPACT_URL", "");
  expect(await hrefs("it")).toEqual([
    ["/academy#business_plan", false],
    ["/academy#impact_measurement", false],
  ]);
  expect((await hrefs("en"))[0]).toEqual(["/en/academy#business_plan", false]);
});

test("a configured track leads to the learning provider", async () => {
  vi.stubEnv("LEARNING_BUSINESS_URL", "https://learning.test/impresa");
  vi.stubEnv("LEARNING_IMPACT_URL", "");
  expect(await hrefs("it")).toEqual([
    ["https://learning.test/impresa", true],
    ["/academy#impact_measurement", false],
  ]);
});
