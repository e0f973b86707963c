import { expect, test } from "vitest";
import { ledTo, subjectOf, synonymsOf, wordsIn } from "./asked";

const TABLES = {
  synonyms: "faq domande risposte | soldi grant",
  small: "quanto si e",
  asked: "soldi premi vinc* > /call#premi | giuria > /network /call#scelta",
};

test("a word is replaced by the synonyms of its group", () => {
  expect(synonymsOf(["FAQ", "call"], TABLES.synonyms)).toEqual([
    ["domande", "call"],
    ["risposte", "call"],
  ]);
  expect(synonymsOf(["giuria"], TABLES.synonyms)).toEqual([]);
});

test("filler words are ignored unless there are no other words", () => {
  expect(subjectOf(["Quanto", "si", "vince"], TABLES)).toEqual(["vince"]);
  expect(subjectOf(["quanto", "è"], TABLES)).toEqual(["quanto", "è"]);
});

test.each([
  [["soldi"], ["/call#premi"]],
  [["Quanto", "si", "VINCE"], ["/call#premi"]],
  [["premi", "vincitori"], ["/call#premi"]],
  [["giuria"], ["/network", "/call#scelta"]],
  [["giuria", "premi"], []],
  [["premiata"], []],
  [["quanto"], []],
  [[], []],
])("%j leads to %j: a row must contain every subject word", (words, addresses) => {
  expect(ledTo(words, TABLES)).toEqual(addresses);
});

test("wordsIn returns the complete words of the tables, not word beginnings", () => {
  expect(wordsIn(TABLES)).toEqual(
    expect.arrayContaining(["risposte", "grant", "soldi", "premi", "giuria"]),
  );
  expect(wordsIn(TABLES).join(" ")).not.toMatch(/vinc|[>/]/);
});
