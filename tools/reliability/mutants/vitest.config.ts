import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/* Runs the tests for a group of modules. When a module loads, a switch for every mutant is added to its code. */

const root = process.cwd();
const { MUTANT_SOURCES = "" } = process.env;
const sources: Record<string, string> = JSON.parse(readFileSync(MUTANT_SOURCES, "utf8"));
const here = (file: string) => join(import.meta.dirname, file);
/** Files that import the real modules instead of the replacement modules. */
const own = ["every-mutant.ts", "collect.ts", "quick.ts", "quick-check.ts"].map(here);
/**
 * Replacement modules that all files except `own` import, with the pattern of each import path to replace.
 */
const STANDS_IN: [RegExp, string][] = [
  [/^vitest$/, here("collect.ts")],
  [/^@node-rs\/argon2$|\/even-time$/, here("quick.ts")],
  [/\/check-process$/, here("quick-check.ts")],
];

export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  plugins: [
    {
      name: "mutants",
      enforce: "pre",
      resolveId: (id, importer = "") =>
        own.includes(importer.split("?")[0] ?? "")
          ? undefined
          : STANDS_IN.find(([named]) => named.test(id))?.[1],
      // Add the switches for mutants when a file loads, so that the source files stay unchanged.
      load: (id) => sources[id.split("?")[0] ?? ""],
    },
  ],
  test: {
    environment: "node",
    globalSetup: ["tests/support/servers/database.ts"],
    // Turn the disk cache off, because it could return a module without the switches for mutants.
    fsModuleCache: false,
    include: ["tools/reliability/mutants/every-mutant.ts"],
    testTimeout: 3_600_000,
    // Ignore unhandled errors. A mutant that omits an `await` can cause them.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
