import { defineConfig, devices } from "playwright/test";
import type { LocaleOption } from "./tests/support/browser/browser";

const EDITION = "**/edition.spec.ts";
const DECISION = "**/decision.spec.ts";
const report = process.env.E2E_REPORT;
/** True under `npm test`. `npm run e2e` and `npm run test:all` run every spec. */
const everyCommit = process.env.TEST_SCOPE === "commit";

/**
 * Specs that only `npm run test:all` runs: broken networks, killed servers and other builds; layout and animation at several
 * widths; additional ways to sign in; a whole programme from its first date to its log.
 */
const NOT_EVERY_COMMIT = [
  "**/faults/**",
  "**/account/{captcha,frame,new-password,passkeys,profile,second-factor,social}.spec.ts",
  "**/evaluator/{cockpit,laptop}.spec.ts",
  "**/public/{apart,first-paint,found,header,hero,long-words,metrics,one-build,photographs}.spec.ts",
  "**/public/{preview,reading,traces,travel,ways-on,way-to-call,wordpress}.spec.ts",
  "**/staff/{auditor,outage,paper,people,programme,proof,rounds,two-directors}.spec.ts",
  // Installs a WordPress.
  "**/wordpress/**",
];
/** Every public page, and one journey for each role. The other specs run in Italian only. */
const ENGLISH_EVERY_COMMIT = [
  "**/public/pages.spec.ts",
  "**/applicant/journey.spec.ts",
  "**/staff/control-room.spec.ts",
];
const left = [EDITION, DECISION, ...(everyCommit ? NOT_EVERY_COMMIT : [])];

/**
 * Use `npm test` or `npm run e2e`. They start the product and set E2E_BASE_URL, MAILBOX_URL and DEMO_FILE.
 */
export default defineConfig<LocaleOption>({
  testDir: "tests/e2e",
  globalSetup: ["./tests/support/browser/third-parties.ts", "./tests/support/fakes/setup.ts"],
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A second attempt distinguishes an unstable test from a broken product. `npm test` names the tests that needed one.
  retries: 1,
  // With two workers, the headless shell leaves two processors idle for two fifths of the time. The whole Chromium uses both.
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
    // Recording every test costs a quarter of the processor, so only the second attempt of a failed test is recorded.
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
    { name: "it", testIgnore: left, use: { language: "it", locale: "it-IT" } },
    {
      name: "en",
      testIgnore: left,
      ...(everyCommit ? { testMatch: ENGLISH_EVERY_COMMIT } : {}),
      use: { language: "en", locale: "en-GB" },
    },
    // These tests change the shared edition, so they run after the others, in one language after the other.
    { name: "edition", testMatch: EDITION, dependencies: ["it", "en"] },
    // After a release no deadline can be extended.
    { name: "decision", testMatch: DECISION, dependencies: ["edition"] },
  ],
});
