import { expect, test } from "vitest";
import { nearestWords } from "./nearest";

const KNOWN = ["Misurare prima di crescere", "Che cosa chiede la giuria", "L’impatto, con calma"];

test.each([
  ["misurrare", "misurare"],
  ["guiria", "giuria"],
  ["impato", "impatto"],
  ["Cresere", "crescere"],
])("a slip is set right: %s", (slip, word) => {
  expect(nearestWords([slip], KNOWN)).toEqual([word]);
});

test("a known word stays, even as part of a word", () => {
  expect(nearestWords(["giuria", "impato"], KNOWN)).toEqual(["giuria", "impatto"]);
  expect(nearestWords(["misur"], KNOWN)).toBeNull();
});

test("nothing near returns null", () => {
  expect(nearestWords(["zzzzzz"], KNOWN)).toBeNull();
  expect(nearestWords(["xy"], KNOWN)).toBeNull();
});
