import { expect, test } from "vitest";
import { withoutTwin } from "./catalogue";
import type { Summary } from "./content";

function items(locale: "it" | "en", ...slugs: string[]): Summary[] {
  return slugs.map((slug) => ({ slug, locale }) as Summary);
}

test("English shows the Italian items that have no translation", () => {
  const shown = withoutTwin(items("it", "uno", "due"), items("en", "uno"));
  expect(shown.map(({ slug }) => slug)).toEqual(["due"]);
  expect(withoutTwin(items("it", "uno"), [])).toHaveLength(1);
});

test("a back end with translated slugs shows no text twice", () => {
  expect(withoutTwin(items("it", "uno", "due"), items("en", "one"))).toEqual([]);
});
