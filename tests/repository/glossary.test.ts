import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";

/* Checks that no text for users contains a name that docs/glossary.md rejects. */

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The rows of all tables in the glossary. Each row maps a column heading to a cell. */
const rows = read("docs/glossary.md")
  .split("\n\n")
  .filter((block) => block.startsWith("|"))
  .flatMap((block) => {
    const [head = [], , ...body] = block.trim().split("\n").map(cells);
    return body.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""])));
  });

function cells(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/**
 * Returns the names that the glossary rejects for a language. The column "not read" lists names that only commands can
 * print.
 */
const notSaid = (language: Language, column: "not" | "not read" = "not") =>
  rows
    .map((row) => row[`${column} in ${language}`] ?? "")
    .filter((cell) => cell !== "–")
    .flatMap((cell) => cell.split(",").map((word) => word.trim()))
    .filter((word) => word !== "");

/** Returns every file that contains texts of a language, with these texts. */
function wordsOf(language: Language): { file: string; words: string[] }[] {
  const catalogues = globSync(
    [
      `messages/${language}.json`,
      `backend/**/messages/${language}.json`,
      `backend/**/messages/*.${language}.json`,
      `contract/project/option-messages.${language}.json`,
    ],
    { cwd: root },
  ).map((file) => ({ file, words: textsOf(JSON.parse(read(file))) }));
  const sources = [
    `contract/project/field-names.${language}.ts`,
    `contract/evaluation/criteria.${language}.ts`,
  ].map((file) => ({ file, words: stringsIn(read(file)) }));
  return [...catalogues, ...sources];
}

function textsOf(words: unknown): string[] {
  return typeof words === "object" && words !== null
    ? Object.values(words).flatMap(textsOf)
    : [String(words)];
}

/** Returns the string literals of a source file, in double quotes or backticks. */
function stringsIn(source: string): string[] {
  return [...source.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? "");
}

/**
 * A sentence that was agreed word for word with the developers of other back ends, so it keeps its straight apostrophe.
 */
const AGREED = ["Inserisci un'email valida"];

/**
 * Returns the texts that contain a word, regardless of case. A word inside an address or an identifier does not count.
 */
function findWord(word: string, texts: readonly string[]): string[] {
  const whole = new RegExp(`(?<![\\p{L}\\w/-])${word}(?![\\p{L}\\w/-])`, "iu");
  // Ignore the names of message arguments and tags, because users do not see these names.
  return texts.filter((text) => whole.test(text.replaceAll(/\{\w+|<\/?\w+>/g, "")));
}

test("the glossary's tables are found", () => {
  for (const language of LANGUAGES) {
    expect(notSaid(language).length).toBeGreaterThan(10);
    expect(wordsOf(language).length).toBeGreaterThan(4);
  }
  expect(findWord("sign in", ["Sign in again", "sign-in", "design in"])).toEqual(["Sign in again"]);
});

describe.each(LANGUAGES)("the interface in %s", (language) => {
  const files = wordsOf(language);

  test.each([...notSaid(language), ...notSaid(language, "not read")])(
    "the interface does not contain “%s”",
    (word) => {
      const found = files.flatMap(({ file, words }) =>
        findWord(word, words).map((text) => `${file}: ${text}`),
      );
      expect(found).toEqual([]);
    },
  );

  test.each(rows.filter((row) => row[`not in ${language}`] !== "–").map((row) => row[language]))(
    "“%s” has a term",
    (name) => expect(name).toMatch(/\p{L}/u),
  );

  test("the interface uses typographic apostrophes", () => {
    // Match only an apostrophe between letters. The message formatter uses other apostrophes to quote text.
    const straight = /\p{L}'\p{L}/u;
    const found = files.flatMap(({ file, words }) =>
      words
        .filter((text) => straight.test(text) && !AGREED.includes(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

test("the Italian articles name the members of the jury as the pages do", () => {
  const jury = rows.find(({ it }) => it?.startsWith("giuria"));
  const texts = globSync("content/it/**/*.md", { cwd: root }).map(
    (file) => `${file}: ${read(file)}`,
  );
  const rejected = (jury?.["not in it"] ?? "").split(", ").filter((word) => word !== "");
  expect(rejected.length).toBeGreaterThan(3);
  expect(texts.length).toBeGreaterThan(100);
  expect(rejected.flatMap((word) => findWord(word, texts))).toEqual([]);
});

test("commands use the terms of the glossary", () => {
  const sources = globSync("backend/commands/**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|demo/.test(file),
  );
  expect(sources.length).toBeGreaterThan(8);
  const found = sources.flatMap((file) =>
    notSaid("en").flatMap((word) =>
      findWord(word, stringsIn(read(file))).map((text) => `${file}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});
