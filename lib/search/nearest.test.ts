import { expect, test } from "vitest";
import { isKnown, nearestWords, vocabularyOf } from "./nearest";

const KNOWN = vocabularyOf([
  "Misurare prima di crescere",
  "Che cosa chiede la giuria",
  "L’impatto, con calma",
  "Un rischio, il disco, il fisco, il fisco",
]);

test.each([
  ["misurrare", "misurare"],
  ["guiria", "giuria"],
  ["impato", "impatto"],
  ["Cresere", "crescere"],
])("a typing error is corrected: %s", (slip, word) => {
  expect(nearestWords([slip], KNOWN)).toEqual([word]);
});

test("a known word stays, even as part of a word", () => {
  expect(nearestWords(["giuria", "impato"], KNOWN)).toEqual(["giuria", "impatto"]);
  expect(nearestWords(["misur"], KNOWN)).toBeNull();
});

test("a query without a near word returns null", () => {
  expect(nearestWords(["zzzzzz"], KNOWN)).toBeNull();
  expect(nearestWords(["xy"], KNOWN)).toBeNull();
});

test("short words are not corrected, and the most frequent of equally near words is used", () => {
  expect(nearestWords(["caa", "chw"], KNOWN)).toBeNull();
  expect(nearestWords(["cisco"], KNOWN)).toEqual(["fisco"]);
});

test("a word is known as a whole or as part of one", () => {
  expect(isKnown("Giuria", KNOWN)).toBe(true);
  expect(isKnown("impatt", KNOWN)).toBe(true);
  expect(isKnown("zzzz", KNOWN)).toBe(false);
});
