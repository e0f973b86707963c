import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { whatIsLess } from "@/tools/reliability/less.mjs";
import { ROWS } from "@/tools/reliability/rows.mjs";

/*
 * Checks that reports/reliability.md contains all rows that `npm run reliability` writes, and that no row was edited
 * manually.
 */

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "reports/reliability.md"), "utf8");
const lines = [...text.matchAll(/^\| `([\w-]+)` \| (.*) \|$/gm)].map(([, name, rest = ""]) => {
  const [promise, command, date, commit, figure, passed] = rest.split(" | ");
  return { name, promise, command, date, commit, figure, passed };
});

test("each row of the tool has its line in the report, in order, with its promise", () => {
  expect(lines.map(({ name, promise }) => ({ name, promise }))).toEqual(
    ROWS.map(({ name, promise }) => ({ name, promise })),
  );
});

test.each(lines)(
  "the line $name has a date, a command, a commit and a figure, with the verdict $passed",
  (line) => {
    const { open } = ROWS.find(({ name }) => name === line.name) ?? {};
    expect(["yes", "**no**", "not run"]).toContain(line.passed);
    if (open) expect([line.figure, line.passed]).toEqual([open, "**no**"]);
    if (line.passed !== "yes") return;
    expect(line.command).toMatch(new RegExp(`--only=${line.name} --seed=\\d+`));
    expect(line.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(line.commit).toMatch(/^[0-9a-f]{7}\+?$/);
    expect(line.figure).toMatch(/\d/);
  },
);

test("the report lists each reduced attack below the table", () => {
  expect(text.slice(text.indexOf("\n## ")).match(/^- .*$/gm)).toEqual(whatIsLess());
});

describe("a row of the tool", () => {
  test.each(ROWS)(
    "the row $name runs existing files",
    ({ name, tests = [], browser = [], part, open }) => {
      for (const path of [...tests, ...browser])
        expect(existsSync(join(root, path)), path).toBe(true);
      if (part) expect(existsSync(join(root, `tools/reliability/parts/${part}.mjs`))).toBe(true);
      expect(Boolean(open)).toBe(tests.length + browser.length === 0 && !part);
      expect(ROWS.filter((row) => row.name === name)).toHaveLength(1);
    },
  );
});
