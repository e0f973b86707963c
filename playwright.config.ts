import { defineConfig, devices } from "playwright/test";
import type { LocaleOption } from "./tests/support/browser/browser";

const EDITION = "**/edition.spec.ts";
const DECISION = "**/decision.spec.ts";
const report = process.env.E2E_REPORT;
/**
 * True under `npm test`, which omits the specs in NOT_EVERY_COMMIT. `npm run e2e` and `npm run test:all` run every
 * spec.
 */
const everyCommit = process.env.TEST_SCOPE === "commit";

/**
 * Specs that only `npm run test:all` runs. They cover broken networks, killed servers, one build that serves several
 * sites, and layout and animation at several widths. They also cover sign-in with passkeys, second factors, and social
 * accounts, and a whole edition with one round from its first date to its audit log.
 */
const NOT_EVERY_COMMIT = [
  "**/faults/**",
  "**/account/{captcha,frame,new-password,passkeys,profile,second-factor,social}.spec.ts",
  "**/evaluator/{cockpit,laptop,playback,watching}.spec.ts",
  "**/public/{apart,first-frame,first-paint,found,header,hero,long-words,metrics,one-build,photographs}.spec.ts",
  "**/public/{preview,reading,text-spacing,traces,travel,ways-on,way-to-call,wordpress}.spec.ts",
  "**/staff/{auditor,lists,long-names,outage,paper,people,programme,proof,two-directors}.spec.ts",
  // Tests that install a WordPress.
  "**/wordpress/**",
];
/** Selects the tests that run in English on every commit: every public page, and one journey for each role. */
const ENGLISH_EVERY_COMMIT = /@english/;
/** Leaves out the English copy of tests that a spec repeats for each language. Their titles name the language. */
const inItalian = everyCommit ? { grepInvert: /\(en\)/ } : {};
const left = [EDITION, DECISION, ...(everyCommit ? NOT_EVERY_COMMIT : [])];

/**
 * Start the browser tests with `npm test` or `npm run e2e`. Both start the product and set E2E_BASE_URL, MAILBOX_URL,
 * and DEMO_FILE.
 */
export default defineConfig<LocaleOption>({
  testDir: "tests/e2e",
  globalSetup: ["./tests/support/browser/third-parties.ts", "./tests/support/fakes/setup.ts"],
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A retry distinguishes an unstable test from a broken product. `npm test` lists the tests that needed a retry.
  retries: 1,
  // With two workers, Chromium's headless shell uses only three fifths of two processors, so it gets three workers.
  // Full Chromium uses both processors.
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
    // Recording a trace of a test costs a quarter of the processor time, so record only the retry of a failed test.
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
      ...(everyCommit ? { grep: ENGLISH_EVERY_COMMIT } : {}),
      use: { language: "en", locale: "en-GB" },
    },
    // The tests of the edition change the shared edition. They run after all other tests, and one language after the
    // other.
    { name: "edition", testMatch: EDITION, dependencies: ["it", "en"], ...inItalian },
    // After a release of decisions, no deadline can be extended, so the tests of decisions run last.
    { name: "decision", testMatch: DECISION, dependencies: ["edition"], ...inItalian },
  ],
});
