import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/* The tests of a group of modules, with a switch for every mutant in the modules as they are read. */

const root = process.cwd();
const { MUTANT_SOURCES = "" } = process.env;
const sources: Record<string, string> = JSON.parse(readFileSync(MUTANT_SOURCES, "utf8"));
/** Of these two, vitest is vitest. */
const own = ["every-mutant.ts", "collect.ts"].map((file) => join(import.meta.dirname, file));

export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      resolveId: (id, importer = "") =>
        id === "vitest" && !own.includes(importer.split("?")[0] ?? "")
          ? join(import.meta.dirname, "collect.ts")
          : undefined,
      // The sources stay as they are: the switches are put in as a file is read.
      load: (id) => sources[id.split("?")[0] ?? ""],
    },
  ],
  test: {
    environment: "node",
    globalSetup: ["tests/support/servers/database.ts"],
    // Kept on disk, a module without its switches could be taken for one with them.
    fsModuleCache: false,
    include: ["scripts/scoreboard/mutants/every-mutant.ts"],
    testTimeout: 3_600_000,
    // A mutant that forgets to wait for something leaves its error behind.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
