import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { belowFloors, unusedFloors } from "@/scripts/testing/safe-versions.mjs";

const lock = JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8"));

test("no installed package is below its safe version, and each safe version names an installed package", () => {
  expect(belowFloors(lock)).toEqual([]);
  expect(unusedFloors(lock)).toEqual([]);
});

test.each([
  ["node_modules/next", "16.4.4", true],
  ["node_modules/next", "16.4.5-canary.3", true],
  ["node_modules/next", "9.5.5", true],
  ["node_modules/next", "16.4.5", false],
  ["node_modules/next", "16.10.0", false],
  ["node_modules/some/node_modules/@hono/node-server", "2.1.5", true],
  ["node_modules/next-themes", "0.0.1", false],
  ["node_modules/constructor", "0.0.1", false],
])("%s %s is below its safe version: %s", (path, version, below) => {
  expect(belowFloors({ packages: { [path]: { version } } })).toHaveLength(below ? 1 : 0);
});
