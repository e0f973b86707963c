import { expect, test } from "vitest";
import en from "@/messages/en.json";
import it from "@/messages/it.json";
import { pseudo, pseudoText } from "./pseudo-messages";

test("a pseudo message keeps arguments, cases and tags, and has accented, longer words", () => {
  expect(pseudoText("Scrivi a {name}, <b>subito</b>")).toBe("Scrïïvïï åå {name}, <b>süübïïtö</b>");
  expect(pseudoText("{n, plural, one {# giorno} other {# giorni}} a {at, date, short}")).toBe(
    "{n, plural, one {# gïïöörnö} other {# gïïöörnï}} åå {at, date, short}",
  );
  expect(pseudoText("https://example.org/ a@b.example 2026")).toBe(
    "https://example.org/ a@b.example 2026",
  );
});

/** Returns all arguments and tags of the messages in a catalogue, in order. */
function places(words: unknown): string[] {
  return (
    JSON.stringify(words).match(/\{\w+[,}]|<\/?\w+>|(?:=\d+|\b(?:one|many|other|it|en)) \{/g) ?? []
  );
}

test.each([
  ["it", it],
  ["en", en],
])("the pseudo catalogue (%s) keeps all arguments and is longer", (_, words) => {
  const made = pseudo(words);
  expect(places(made)).toEqual(places(words));
  const growth = JSON.stringify(made).length / JSON.stringify(words).length;
  expect(growth).toBeGreaterThan(1.15);
});
