import { defineConfig, devices } from "playwright/test";
import type { LocaleOption } from "./tests/support/browser/browser";

const EDITION = "**/edition.spec.ts";
const DECISION = "**/decision.spec.ts";
const report = process.env.E2E_REPORT;
/** `npm test` sets it. `npm run e2e` and `npm run test:all` leave nothing out. */
const everyCommit = process.env.TEST_SCOPE === "commit";

/**
 * Left to `npm run test:all`: broken networks, killed servers and other builds; layout and animation at several widths;
 * each further way to sign in; the programme from its first date to its log.
 */
const NOT_EVERY_COMMIT = [
  "**/faults/**",
  "**/account/{captcha,frame,new-password,passkeys,profile,second-factor,social}.spec.ts",
  "**/evaluator/{cockpit,laptop}.spec.ts",
  "**/public/{first-paint,found,header,hero,long-words,metrics,one-build,photographs}.spec.ts",
  "**/public/{preview,reading,traces,travel,ways-on,way-to-call,wordpress}.spec.ts",
  "**/staff/{auditor,outage,paper,people,programme,proof,two-directors}.spec.ts",
];
/** Every public page, and one journey for each role. The other specs run in Italian only. */
const ENGLISH_EVERY_COMMIT = [
  "**/public/pages.spec.ts",
  "**/applicant/journey.spec.ts",
  "**/staff/control-room.spec.ts",
];
const left = [EDITION, DECISION, ...(everyCommit ? NOT_EVERY_COMMIT : [])];

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
    { name: "it", testIgnore: left, use: { language: "it", locale: "it-IT" } },
    {
      name: "en",
      testIgnore: left,
      ...(everyCommit ? { testMatch: ENGLISH_EVERY_COMMIT } : {}),
      use: { language: "en", locale: "en-GB" },
    },
    // Changes the edition under everybody's feet: after the others, in both languages, one by one.
    { name: "edition", testMatch: EDITION, dependencies: ["it", "en"] },
    // Nobody is given more time once a decision is announced.
    { name: "decision", testMatch: DECISION, dependencies: ["edition"] },
  ],
});
