import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* What every file that people read and change has to be. */

const root = join(import.meta.dirname, "..");
const LINES = 300;

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => /\.(tsx?|mjs|cjs|css)$/.test(file));
const linesOf = (file: string) => readFileSync(join(root, file), "utf8").trimEnd().split("\n");

test(`none is longer than ${LINES} lines`, () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(files.filter((file) => linesOf(file).length > LINES)).toEqual([]);
});

test("every script that is no TypeScript has its types checked all the same", () => {
  const scripts = files.filter((file) => /\.[mc]js$/.test(file));
  expect(scripts.length).toBeGreaterThan(30);
  const unchecked = scripts.filter((file) => !linesOf(file).slice(0, 2).includes("// @ts-check"));
  expect(unchecked).toEqual([]);
});
