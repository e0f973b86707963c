import { expect, test } from "vitest";
import { beginning, hasAll, isQuestion, markedParts, snippet, tidyQuery, wordsOf } from "./words";

const marked = (text: string, ...words: string[]) =>
  markedParts(text, words)
    .map(({ text: part, hit }) => (hit ? `[${part}]` : part))
    .join("");

test.each([
  ["perche", "Perché no"],
  ["PERCHÉ", "perche no"],
  ["perché", "perche\u0301 no"],
  ["gunes", "Güneş"],
])("the search ignores accents and case: %s is found in %s", (word, text) => {
  expect(hasAll(text, [word])).toBe(true);
  expect(markedParts(text, [word])[0]?.hit).toBe(true);
});

test("a query is split into words, and elided articles are left out", () => {
  expect(wordsOf("l’impatto, dell'impresa")).toEqual(["impatto", "impresa"]);
  expect(wordsOf("un po’ d’acqua")).toEqual(["un", "po", "acqua"]);
  expect(wordsOf("Slancio's jury don't")).toEqual(["Slancio", "jury", "don"]);
  expect(wordsOf("Impatto impatto IMPATTO")).toHaveLength(1);
  expect(wordsOf("a")).toEqual(["a"]);
  expect(wordsOf("'; DROP -- <b>")).toEqual(["DROP"]);
  expect(wordsOf(" \n ")).toEqual([]);
  expect(wordsOf(Array.from({ length: 50 }, (_, k) => `parola${k}`).join(" ")).length).toBeLessThan(
    9,
  );
});

test("a query is one line of limited length", () => {
  expect(tidyQuery("  due\n\tparole\u0000 ")).toBe("due parole");
  expect(tidyQuery("\u{1F680}".repeat(500))).toHaveLength(200);
  expect(isQuestion("a")).toBe(false);
  expect(isQuestion("5")).toBe(false);
  expect(isQuestion("5 19")).toBe(true);
});

test("marked parts keep the text's own letters", () => {
  expect(marked("Perché, perche\u0301 e PERCHÉ", "perche")).toBe(
    "[Perché], [perche\u0301] e [PERCHÉ]",
  );
  expect(marked("İstanbul è vicina", "istanbul", "e")).toBe("[İstanbul] [è] vicina");
  expect(marked("straße \u{1F680} razzo", "razzo")).toBe("straße \u{1F680} [razzo]");
});

test("adjacent marks are merged, and short words are marked where words begin", () => {
  expect(marked("impresa", "impre", "presa")).toBe("[impresa]");
  expect(marked("Dieci di dodici", "di")).toBe("[Di]eci [di] dodici");
  expect(marked("Nulla", "x")).toBe("Nulla");
});

test("text that looks like HTML stays text", () => {
  const text = '<img src=x onerror="alert(1)"> impatto';
  expect(
    markedParts(text, ["img", "impatto"])
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("beginning returns the start of a text, cut between words", () => {
  expect(beginning("sei mesi, dopo l’annuncio", 15)).toBe("sei mesi, dopo …");
  expect(beginning("sei mesi", 15)).toBe("sei mesi");
});

test("a snippet surrounds the first matching word, cut between words", () => {
  const text = `${"prima ".repeat(60)}il ritorno sociale ${"dopo ".repeat(60)}`;
  const piece = snippet(text, ["ritorno"], 120)!;
  expect(piece).toMatch(/^… prima .*il ritorno sociale .*dopo …$/);
  expect(piece.length).toBeLessThan(130);
  expect(snippet("corto e basta", ["basta"])).toBe("corto e basta");
  expect(snippet("corto", ["lungo"])).toBeNull();
});

test("a number matches with or without separators", () => {
  expect(wordsOf("50.000 euro")).toEqual(["50000", "euro"]);
  expect(wordsOf("50 000 euro")).toEqual(["50000", "euro"]);
  expect(wordsOf("28 gennaio 2027")).toEqual(["28", "gennaio", "2027"]);
  expect(wordsOf("15,19")).toEqual(["15", "19"]);
  for (const text of ["vince 50.000 euro", "wins €50,000", "50000"]) {
    expect(hasAll(text, ["50000"])).toBe(true);
  }
  expect(marked("vince 50.000 euro", "50000")).toBe("vince [50.000] euro");
});
