import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "@/contract/languages";

/*
 * docs/glossary.md holds: what it says is not said is found nowhere that people read.
 */

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The rows of all tables, each a map from its column's head. */
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

/** Words that nobody says, by the column they stand in: "not read" for those that commands still print. */
const notSaid = (language: Language, column: "not" | "not read" = "not") =>
  rows
    .map((row) => row[`${column} in ${language}`] ?? "")
    .filter((cell) => cell !== "–")
    .flatMap((cell) => cell.split(",").map((word) => word.trim()))
    .filter((word) => word !== "");

/** Every file that holds words of a language, with the words alone. */
function wordsOf(language: Language): { file: string; words: string[] }[] {
  const catalogues = globSync(
    [
      `messages/${language}.json`,
      `backend/**/words/${language}.json`,
      `backend/**/words/*.${language}.json`,
      `contract/project/option-words.${language}.json`,
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

/** The strings of a source file: what is between quotes or backticks. */
function stringsIn(source: string): string[] {
  return [...source.matchAll(/"([^"\n]*)"|`([^`]*)`/g)].map(([, a, b]) => a ?? b ?? "");
}

/** Agreed letter by letter with whoever checks it from outside. */
const AGREED = ["Inserisci un'email valida"];

/** Where a word stands as a word of its own, whatever its case; not in an address or a name of code. */
function findWord(word: string, texts: readonly string[]): string[] {
  const whole = new RegExp(`(?<![\\p{L}\\w/-])${word}(?![\\p{L}\\w/-])`, "iu");
  // Names of arguments and tags are the code's.
  return texts.filter((text) => whole.test(text.replaceAll(/\{\w+|<\/?\w+>/g, "")));
}

test("the tables are read", () => {
  for (const language of LANGUAGES) {
    expect(notSaid(language).length).toBeGreaterThan(10);
    expect(wordsOf(language).length).toBeGreaterThan(4);
  }
  expect(findWord("sign in", ["Sign in again", "sign-in", "design in"])).toEqual(["Sign in again"]);
});

describe.each(LANGUAGES)("in %s", (language) => {
  const files = wordsOf(language);

  test.each([...notSaid(language), ...notSaid(language, "not read")])(
    "nobody reads “%s”",
    (word) => {
      const found = files.flatMap(({ file, words }) =>
        findWord(word, words).map((text) => `${file}: ${text}`),
      );
      expect(found).toEqual([]);
    },
  );

  test.each(rows.filter((row) => row[`not in ${language}`] !== "–").map((row) => row[language]))(
    "“%s” has a name",
    (name) => expect(name).toMatch(/\p{L}/u),
  );

  test("apostrophes are typographic", () => {
    // Two in a row, or one before a brace, quote something for the formatter.
    const straight = /\p{L}'\p{L}/u;
    const found = files.flatMap(({ file, words }) =>
      words
        .filter((text) => straight.test(text) && !AGREED.includes(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });
});

test("commands speak of the same things by the same names", () => {
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
