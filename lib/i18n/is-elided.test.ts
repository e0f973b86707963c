import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { FIGURES } from "@/contract/quoted-numbers";
import { counted, dated, isElided } from "./is-elided";

test.each([
  ["8 gennaio", "true"],
  ["11\u00a0dicembre\u00a02026", "true"],
  ["8 gen, 18:00", "true"],
  ["1º luglio", "false"],
  ["18 maggio", "false"],
  ["28 gennaio", "false"],
  ["2026", "false"],
  ["1100", "false"],
  ["giovedì 8 gennaio", "false"],
])("the article before %s: elided %s", (said, elided) => {
  expect(isElided(said)).toBe(elided);
  expect(dated("day", said)).toEqual({ day: said, elided });
});

test.each([
  { article: "zero", numbers: [0] },
  { article: "elided", numbers: [1, 8, 11, 80, 81, 88, 89, 800, 8_000, 11_000] },
  {
    article: "plain",
    numbers: [2, 7, 9, 10, 12, 18, 28, 50, 78, 100, 110, 118, 180, 1_100, 1_800],
  },
])("the article before a number follows its pronunciation: $article", ({ article, numbers }) => {
  for (const number of numbers) {
    expect(counted("read", number), `${number}`).toEqual({ read: number, readArticle: article });
  }
});

test("the ordinals 8 and 11 elide the article, and 1 does not", () => {
  const articles = [1, 8, 11, 18].map((rank) => counted("from", rank, "ordinal").fromArticle);
  expect(articles).toEqual(["plain", "elided", "elided", "plain"]);
});

/** Italian articles, alone or within a preposition, with their form before a vowel. */
const ELIDED: Record<string, string> = {
  il: "l’",
  al: "all’",
  dal: "dall’",
  del: "dell’",
  nel: "nell’",
  sul: "sull’",
};
const ARTICLE = Object.keys(ELIDED).join("|");
/** Pattern of an Italian article followed by an argument without a format. */
const ARTICLED = new RegExp(`(?<![\\p{L}’])(?:${ARTICLE}) (?:<\\w+>)?\\{(\\w+)\\}`, "giu");
/** Pattern of an Italian article followed by a number argument. */
const NUMBERED = new RegExp(`(?<![\\p{L}’])(?:${ARTICLE}) \\{(\\w+), number\\}`, "giu");
/** Pattern of a sentence with an elided and a full variant, which dates need in Italian. */
const BOTH = new RegExp(
  `\\{\\w*[eE]lided, select, true \\{([^{}]*’)((?:<\\w+>)?\\{\\w+\\}[^{}]*)\\} other \\{([^{}]*\\b(${ARTICLE})) \\2\\}\\}`,
  "giu",
);
/** Names of arguments that are years, which never start with a vowel sound in Italian. */
const YEARS = new Set(["year", "before", "next", "firstYear"]);

/** Returns every Italian text of the message catalogue with its path. */
function textsOf(words: unknown, place: string): [place: string, text: string][] {
  if (typeof words === "string") return [[place, words]];
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([key, value]) => textsOf(value, `${place} ${key}`));
}

const CATALOGUES = [
  "messages/it.json",
  ...readdirSync("backend", { recursive: true, encoding: "utf8" })
    .filter((path) => /\/messages\/(?:\w+\.)?it\.json$/.test(path))
    .map((path) => `backend/${path}`),
];

describe.each(CATALOGUES)("in %s", (file) => {
  const texts = textsOf(JSON.parse(readFileSync(file, "utf8")), "");

  test("every date argument has both forms of the article", () => {
    const lacking = texts.flatMap(([place, text]) =>
      [...text.replaceAll(BOTH, "").matchAll(ARTICLED)]
        .filter(([, name = ""]) => !YEARS.has(name))
        .map(([words]) => `${place}: ${words}`),
    );
    expect(lacking).toEqual([]);
  });

  test("a variable number has every form of the article, and a programme figure has the matching form", () => {
    for (const [place, text] of texts)
      for (const [words, name = ""] of text.matchAll(NUMBERED)) {
        const figure = FIGURES[name as keyof typeof FIGURES];
        expect(figure && counted("n", figure).nArticle, `${place}: ${words}`).toBe("plain");
      }
  });

  test("the elided article matches the other form of the article", () => {
    for (const [place, text] of texts)
      for (const [, elided = "", , whole = "", article = ""] of text.matchAll(BOTH)) {
        const expected = whole.slice(0, -article.length) + (ELIDED[article.toLowerCase()] ?? "");
        expect(elided.toLowerCase(), place).toBe(expected.toLowerCase());
      }
  });
});

test("the patterns match more than 40 sentences, including every elided argument", () => {
  const count = (pattern: RegExp) =>
    [...readFileSync("messages/it.json", "utf8").matchAll(pattern)].length;
  expect(count(BOTH)).toBeGreaterThan(40);
  expect(count(/[eE]lided, select/g)).toBe(count(BOTH));
});
