import { defineConfig } from "vitest/config";

/* What the mutation tester runs: the tests it is given, in a copy of the sources that it has prepared. */

const { MUTANT_TESTS = "", TEST_DATABASE_URL } = process.env;

export default defineConfig({
  resolve: { alias: { "@": process.cwd() } },
  test: {
    environment: "node",
    include: MUTANT_TESTS.split(","),
    globalSetup: TEST_DATABASE_URL ? ["tests/support/servers/database.ts"] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: ["next-intl"] } },
  },
});
