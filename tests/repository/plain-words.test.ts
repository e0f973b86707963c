import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/* Checks that comments and the maintainers' Markdown contain no phrase that STYLE.md rejects. */

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The rejected phrases in STYLE.md's table, each with its replacement. */
const REPLACEMENTS = new Map(
  [...read("STYLE.md").matchAll(/^\| ([a-z' ,]+) \| ([^|]+) \|$/gm)].flatMap(
    ([, phrases = "", replacement = ""]) =>
      phrases.split(", ").map((phrase) => [phrase, replacement] as const),
  ),
);
/** The pattern also finds a phrase that continues on the next line of a comment. */
const REJECTED = new RegExp(
  `\\b(?:${[...REPLACEMENTS.keys()].map((phrase) => phrase.replaceAll(" ", "[\\s*/]+")).join("|")})\\b`,
  "gi",
);

/** Configuration files whose comments start with a number sign. */
const WITH_HASH =
  /^(?:\.env\.example|Dockerfile|compose.*\.yaml|deploy\/.*|\.github\/.*\.yml|\.ci\/run)$/;

/** Returns a file's comments or prose. Spaces replace everything else, so that line numbers stay the same. */
function proseOf(file: string, text: string): string {
  const blank = (part: string) => part.replaceAll(/[^\n]/g, " ");
  if (file.endsWith(".md")) return text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, blank);
  if (WITH_HASH.test(file)) return text.replaceAll(/^(?!\s*#).*$/gm, blank);
  // Ignore comment marks inside strings: a block comment starts a line or follows a space or a brace.
  const comments = /(?<=^|[\s{(,])\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm;
  let end = 0;
  const parts = [...text.matchAll(comments)].map((match) => {
    const code = blank(text.slice(end, match.index));
    end = match.index + match[0].length;
    return code + match[0];
  });
  return parts.join("");
}

/** Returns a message for each rejected phrase in a file, with line, phrase, and replacement. */
function rejectedIn(file: string, text: string): string[] {
  const prose = proseOf(file, text);
  return [...prose.matchAll(REJECTED)].map((match) => {
    const phrase = match[0].toLowerCase().replaceAll(/[\s*/]+/g, " ");
    const line = prose.slice(0, match.index).split("\n").length;
    return `${file}:${line}: “${phrase}”: write ${REPLACEMENTS.get(phrase)}`;
  });
}

test("comments and Markdown contain no phrase that STYLE.md rejects", () => {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
    .split("\0")
    // Skip this test's own file, because it quotes rejected phrases.
    .filter((file) => !file.endsWith("/plain-words.test.ts"))
    .filter(
      (file) =>
        WITH_HASH.test(file) ||
        /\.(?:tsx?|mjs|css)$|^(?!content\/|reports\/|STYLE\.md|docs\/glossary\.md).*\.md$/.test(
          file,
        ),
    );
  expect(files.length).toBeGreaterThan(1000);
  expect(files.flatMap((file) => rejectedIn(file, read(file)))).toEqual([]);
});

test("a rejected phrase is reported in each kind of comment and in Markdown, and not in code", () => {
  const source = [
    'const whoever = "// somebody"; // Tells nobody',
    "/**",
    " * Lists those",
    " * who evaluate.",
    " */",
    "{/* for good */}",
  ].join("\n");
  expect(rejectedIn("a.tsx", source)).toEqual([
    "a.tsx:1: “nobody”: write *a user*, *no user*, *all users*",
    "a.tsx:3: “those who”: write the role: *the evaluator*",
    "a.tsx:6: “for good”: write permanently",
  ]);
  expect(rejectedIn("a.md", "`whoever`\n\nWhoever asks")).toEqual([
    "a.md:3: “whoever”: write the role: *the evaluator*",
  ]);
  expect(rejectedIn("compose.yaml", "name: whoever\n  # Whoever asks")).toEqual([
    "compose.yaml:2: “whoever”: write the role: *the evaluator*",
  ]);
});
