import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/*
 * Checks that reports/asvs.md has the right number of items from each chapter of ASVS 5.0, and that every test that it
 * names exists.
 */

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "reports/asvs.md"), "utf8");
/** The number of level 1 and 2 items in each chapter of ASVS 5.0.0. */
const ITEMS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

const items = [
  ...text.matchAll(/^\| (\d+)\.(\d+\.\d+) \| ([12]) \| (\S+) \| (.*) \| (.*) \|$/gm),
].map(([, chapter = "", rest, level, is = "", about = "", proof = ""]) => ({
  chapter: Number(chapter),
  id: `${chapter}.${rest}`,
  level,
  is,
  about,
  proofs: [...proof.matchAll(/`([^`]+)`(?:: “([^”]+)”)?/g)].map(([, file = "", title]) => ({
    file,
    title,
  })),
}));
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

test("each item of levels 1 and 2 has one line", () => {
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const counted = ITEMS.map((_, at) => items.filter(({ chapter }) => chapter === at + 1).length);
  expect(counted).toEqual(ITEMS);
  expect(["1", "2"].map((one) => items.filter(({ level }) => level === one).length)).toEqual([
    70, 183,
  ]);
});

test("the summary has the right counts", () => {
  const summed = [...text.matchAll(/^\| (\S+) \| [^|]+ \| (\d+) \|$/gm)].map(([, is, n]) => [
    is,
    Number(n),
  ]);
  expect(summed.map(([is]) => is)).toEqual(["proved", "written", "**no**", "–"]);
  expect(summed).toEqual(summed.map(([is]) => [is, items.filter((item) => item.is === is).length]));
});

describe("each item of the report", () => {
  test.each(items)(
    "the item $id has the proof that its verdict $is requires",
    ({ is, about, proofs }) => {
      for (const { file, title } of proofs) {
        expect(existsSync(join(root, file)), file).toBe(true);
        if (title) expect(readFileSync(join(root, file), "utf8")).toContain(title);
      }
      if (is === "proved") {
        expect(proofs.length).toBeGreaterThan(0);
        expect(proofs.filter(({ file }) => !isTest(file))).toEqual([]);
      }
      if (is === "written") expect(proofs.filter(({ file }) => isTest(file))).toEqual([]);
      if (is === "written") expect(proofs.length).toBeGreaterThan(0);
      if (is === "**no**") expect(about).toMatch(/. Why not: .{12,}\. Operator: .{7,}\.$/);
      expect(about.length).toBeGreaterThan(2);
    },
  );
});
