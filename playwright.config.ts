import { defineConfig, devices } from "playwright/test";
import type { LocaleOption } from "./tests/support/browser/browser";

const EDITION = "**/edition.spec.ts";
const DECISION = "**/decision.spec.ts";
const report = process.env.E2E_REPORT;

/**
 * Run through `npm test` or `npm run e2e`: they start the product and name it here by E2E_BASE_URL,
 * MAILBOX_URL and DEMO_FILE.
 */
export default defineConfig<LocaleOption>({
  testDir: "tests/e2e",
  globalSetup: ["./tests/support/browser/third-parties.ts", "./tests/support/stand-ins/setup.ts"],
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A second try tells an unsteady test from a broken product; `npm test` names what needed one.
  retries: 1,
  // With two, the shell leaves two processors idle for two fifths of the time; the whole Chromium takes all of them.
  workers: process.env.CHROMIUM_PATH?.endsWith("-shell") ? 3 : 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [
    ["list"],
    ["./tests/support/browser/statement.ts"],
    ...(report ? [["json", { outputFile: report }] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: process.env.E2E_BASE_URL,
    viewport: { width: 1440, height: 900 },
    timezoneId: "Europe/Rome",
    contextOptions: { reducedMotion: "reduce" },
    // Recording all the time cost a quarter of the processor: the second try of what failed is recorded.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "it", testIgnore: [EDITION, DECISION], use: { language: "it", locale: "it-IT" } },
    { name: "en", testIgnore: [EDITION, DECISION], use: { language: "en", locale: "en-GB" } },
    // Changes the edition under everybody's feet: after the others, in both languages, one by one.
    { name: "edition", testMatch: EDITION, dependencies: ["it", "en"] },
    // Nobody is given more time once a decision is announced.
    { name: "decision", testMatch: DECISION, dependencies: ["edition"] },
  ],
});
