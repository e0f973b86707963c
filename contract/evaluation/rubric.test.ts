import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../languages";
import { criteriaWords } from "./criteria";
import { CRITERIA } from "./weights";

describe.each(LANGUAGES)("the rubric in %s", (language) => {
  const words = Object.values(criteriaWords(language));

  test("the rubric has different whole sentences for each criterion", () => {
    const sentences = words.flatMap(({ name: _, ...sentences }) => Object.values(sentences));
    expect(sentences).toHaveLength(4 * CRITERIA.length);
    expect(new Set(sentences).size).toBe(sentences.length);
    // Texts of the evaluation criteria must not contain ICU syntax, because they are not compiled like the message
    // catalogue.
    for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}[^{}<>'#|]+\.$/u);
  });
});

const CATALOGUES = globSync(["messages/*.json", "backend/**/messages/*.json"]);

/**
 * Returns the paths at which a message catalogue has keys of several criteria, or repeats a text of the evaluation
 * criteria.
 */
function secondDefinitions(node: unknown, known: ReadonlySet<string>, path = ""): string[] {
  if (typeof node === "string") return known.has(node) ? [path] : [];
  if (typeof node !== "object" || node === null) return [];
  const keyed = CRITERIA.filter(({ id }) => Object.hasOwn(node, id)).length > 1 ? [path] : [];
  const below = Object.entries(node).flatMap(([key, value]) =>
    secondDefinitions(value, known, `${path}.${key}`),
  );
  return [...keyed, ...below];
}

const known = new Set(
  LANGUAGES.flatMap((language) => Object.values(criteriaWords(language))).flatMap(
    ({ name: _, ...sentences }) => Object.values(sentences),
  ),
);

test("no catalogue defines a criterion a second time", () => {
  expect(CATALOGUES.length).toBeGreaterThan(4);
  const found = CATALOGUES.flatMap((file) =>
    secondDefinitions(JSON.parse(readFileSync(file, "utf8")), known, file),
  );
  expect(found).toEqual([]);
});

test("the test detects a second definition by its keys and by its texts", () => {
  const catalogue = { call: { impact: "A", utility: "B" }, page: { text: "C’è già, fatto così." } };
  expect(secondDefinitions(catalogue, known)).toEqual([".call", ".page.text"]);
});
