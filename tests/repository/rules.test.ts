import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const PAPER = "docs/rules.md";
/** Matches citations of rules in code and documents. A citation can continue on the next line of a comment. */
const CITED = /\b[Rr]ules?:?[\s*/]+((?:[a-z]+\.[a-z-]+(?:,[\s*/]+|[\s*/]+and[\s*/]+)?)+)/g;
const NAME = /[a-z]+\.[a-z-]+/g;

const rules = [
  ...readFileSync(join(root, PAPER), "utf8").matchAll(/^\| `([a-z]+\.[a-z-]+)` \|/gm),
].map(([, name]) => name ?? "");
const sections = new Set(rules.map((rule) => rule.split(".")[0]));

/** Returns every rule that is cited, with the files that cite it. */
function citations(): Map<string, string[]> {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(tsx?|mjs|cjs|css|md)$/.test(file) && file !== PAPER)
    .filter((file) => file !== "tests/repository/rules.test.ts" && !file.startsWith("content/"));
  const cited = new Map<string, string[]>();
  for (const file of files) {
    for (const [, list = ""] of readFileSync(join(root, file), "utf8").matchAll(CITED)) {
      for (const [name] of list.matchAll(NAME)) {
        if (!sections.has(name.split(".")[0] ?? "")) continue;
        cited.set(name, [...(cited.get(name) ?? []), file]);
      }
    }
  }
  return cited;
}

test("each rule has a unique name", () => {
  expect(rules.length).toBeGreaterThan(40);
  expect(new Set(rules).size).toBe(rules.length);
});

test("each rule is cited in code, and each citation names a rule", () => {
  const cited = citations();
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
  const astray = [...cited].filter(([name]) => !rules.includes(name));
  expect(astray).toEqual([]);
});

test("no code cites a document that does not exist", () => {
  const paths = ["*.ts", "*.tsx", "*.mjs", "*.cjs", "*.css", ".env.example"];
  const pattern = "specification part|CONTRACT\\.md|\\bDESIGN\\b";
  let found = "";
  try {
    found = execFileSync(
      "git",
      ["grep", "-nE", pattern, "--", ...paths, ":!tests/repository/rules.test.ts"],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
  } catch {
    // Ignore the error, because `git grep` exits with 1 when it finds nothing.
  }
  expect(found).toBe("");
});
