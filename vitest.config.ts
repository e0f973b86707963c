import { globSync, readFileSync } from "node:fs";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const alias = [{ find: "@", replacement: import.meta.dirname }];
/**
 * Replaces the password hash in the back end's tests. With the product's cost, a fifth of the account tests' time would
 * be spent on hashes.
 */
const cheapHashes = {
  find: "@node-rs/argon2",
  replacement: `${import.meta.dirname}/tests/support/fakes/password-hash.ts`,
};
/**
 * Replaces the process that checks an uploaded file in the back end's tests. Starting the process takes a second per
 * upload, which was two thirds of the time of the upload tests.
 */
const checksInProcess = {
  find: /^\.\/check-process$/,
  replacement: `${import.meta.dirname}/tests/support/fakes/check-process.ts`,
};
// Let Vite transform next-intl, because next-intl imports next/navigation without a file extension.
const server = { deps: { inline: ["next-intl"] } };

/**
 * Tests that only `npm run test:all` runs. Some of them need killed or silent servers, full disks, several instances or
 * launchers, or other file stores. Others use hostile files, random sequences, measured times, or changed copies of the
 * repository.
 */
const rare = [
  "tests/{instances,protocol,proxy,recipes}/**",
  "tests/third-language.test.ts",
  "scripts/processes/launchers.test.ts",
  "backend/commands/demo/*.test.ts",
  "backend/files/{two-nodes,hostile-uploads,store-away}.test.ts",
  "backend/files/check/{heavy,hostile,real}-*.test.ts",
  "backend/files/renditions/{convert,hostile-videos}.test.ts",
  "backend/backup/backup.test.ts",
  "backend/commands/doctor/examine.test.ts",
  "backend/staff/exports/export-memory.test.ts",
  "backend/{other-store,store/s3}.test.ts",
  "backend/mail/silent-server.test.ts",
  "backend/users/second-factor/many-codes.test.ts",
  "backend/evaluations/list/list-time.test.ts",
];
const exclude = [
  "node_modules/**",
  ".next*/**",
  ".data/**",
  "tests/e2e/**",
  ...(process.env.TEST_SCOPE === "commit" ? rare : []),
];

/**
 * Test files that need a separate process. They change shared state (modules, fakes, environment, globals, clock) or
 * measure the process's memory. drizzle-kit, for example, adds a method to all arrays. Tests that name Argon2id check
 * the cost of a password hash, so they use the real library, and tests of file checks start the real process.
 */
const alone = globSync("**/*.test.ts", { exclude }).filter((file) =>
  /\bvi\.(?:mock|doMock|hoisted|resetModules|stubEnv|stubGlobal|useFakeTimers)\b|\bprocess\.memoryUsage\b|\/probes\/fakes"|"drizzle-kit\/api"|argon2id|made-files\/verdicts"|\.\/check-file"|\bprocess\.env\.\w+ = /.test(
    readFileSync(file, "utf8"),
  ),
);

/**
 * Component tests that need a separate process. They use objects of Node that a VM context with jsdom lacks
 * (`crypto.subtle`, `performance.getEntriesByType`, and streams of a response), or replace `location`.
 */
const aloneInBrowser = [
  "components/account/query-provider.test.tsx",
  "components/application/analytics.test.tsx",
  "components/application/saving/save-request.test.tsx",
  "components/site/call/{call-spine,weights}.test.tsx",
  "components/submission/downloads/download-row.test.tsx",
  "tests/repository/figures-follow.test.tsx",
];
for (const pattern of [...rare, ...aloneInBrowser])
  if (globSync(pattern).length === 0)
    throw new Error(`vitest.config.ts: no file matches ${pattern}. Correct the path.`);

/** Settings of the tests that run in Node. A test file can request a database. */
const inNode = {
  environment: "node",
  testTimeout: 30_000,
  hookTimeout: 60_000,
  server,
} as const;

/** Settings of the component tests. */
const inBrowser = {
  plugins: [react()],
  resolve: { alias },
  test: {
    environment: "jsdom",
    include: ["**/*.test.tsx"],
    exclude,
    setupFiles: ["tests/support/component-setup.ts"],
    testTimeout: 30_000,
    server,
  },
};

export default defineConfig({
  resolve: { alias },
  test: {
    // Use all processors. By default, Vitest would leave one of two processors idle.
    maxWorkers: "100%",
    globalSetup: ["tests/support/servers/database.ts"],
    projects: [
      {
        resolve: { alias: [cheapHashes, checksInProcess, ...alias] },
        test: {
          ...inNode,
          name: "node",
          include: ["**/*.test.ts"],
          exclude: [...exclude, ...alone],
          // Load the back end's modules once per worker. Loading them for each test file took half of the test time.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: { ...inNode, name: "alone", include: alone },
      },
      {
        ...inBrowser,
        test: {
          ...inBrowser.test,
          name: "jsdom",
          // Load jsdom once per worker. Loading jsdom for each test file took a quarter of the time.
          pool: "vmThreads",
          exclude: [...exclude, ...aloneInBrowser],
        },
      },
      {
        ...inBrowser,
        test: { ...inBrowser.test, name: "jsdom-alone", include: aloneInBrowser },
      },
    ],
  },
});
