import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/* Runs the tests of a group of modules, and adds a switch for every mutant to the modules when they load. */

const root = process.cwd();
const { MUTANT_SOURCES = "" } = process.env;
const sources: Record<string, string> = JSON.parse(readFileSync(MUTANT_SOURCES, "utf8"));
const here = (file: string) => join(import.meta.dirname, file);
/** These files import the real modules, not the replacements below. */
const own = ["every-mutant.ts", "collect.ts", "quick.ts", "quick-check.ts"].map(here);
/** The replacements that all other files import, regardless of the form of the import path. */
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
      // The source files stay unchanged: the switches are added when a file loads.
      load: (id) => sources[id.split("?")[0] ?? ""],
    },
  ],
  test: {
    environment: "node",
    globalSetup: ["tests/support/servers/database.ts"],
    // A cache on disk could return a module without its switches.
    fsModuleCache: false,
    include: ["tools/reliability/mutants/every-mutant.ts"],
    testTimeout: 3_600_000,
    // A mutant that omits an `await` can leave an unhandled error.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
