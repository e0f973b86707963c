import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/* The tests of a group of modules, with a switch for every mutant in the modules as they are read. */

const root = process.cwd();
const { MUTANT_SOURCES = "" } = process.env;
const sources: Record<string, string> = JSON.parse(readFileSync(MUTANT_SOURCES, "utf8"));
const here = (file: string) => join(import.meta.dirname, file);
/** Of these vitest is vitest, and what is slow is slow. */
const own = ["every-mutant.ts", "collect.ts", "quick.ts", "quick-check.ts"].map(here);
/** What others get instead, whichever way they name it. */
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
