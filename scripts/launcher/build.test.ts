import { relative } from "node:path";
import { expect, test } from "vitest";
import { sources } from "./build.mjs";
import { root } from "./paths.mjs";

test("a changed text, document or test causes no new build, and a changed source does", () => {
  const files = [...sources(root)].map((path) => relative(root, path));
  for (const needed of [
    "contract/content/media.ts",
    "backend/content/library.ts",
    "next.config.ts",
  ])
    expect(files).toContain(needed);
  expect(
    files.filter((file) => /^(?:content|docs|wordpress)\/|\.md$|\.test\.ts$/.test(file)),
  ).toEqual([]);
});
