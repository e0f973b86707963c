import { expect, test } from "vitest";
import { familiesOf } from "@/contract/content/counterparts";
import { withoutTwin } from "./catalogue";
import type { Summary } from "./content";

type Given = Partial<Summary> & { slug: string };
const items = (locale: "it" | "en", ...given: (string | Given)[]): Summary[] =>
  given.map((one) => ({
    locale,
    meta: {},
    ...(typeof one === "string" ? { slug: one } : one),
  })) as Summary[];
const slugs = (list: readonly Summary[]) => list.map(({ slug }) => slug);

test("English shows the Italian items that have no translation", () => {
  expect(slugs(withoutTwin(items("it", "uno", "due"), items("en", "uno")))).toEqual(["due"]);
  expect(withoutTwin(items("it", "uno"), [])).toHaveLength(1);
});

test("an English item hides only its Italian translation, regardless of slugs", () => {
  const italian = items(
    "it",
    { slug: "uno", id: 1 },
    { slug: "due", id: 2 },
    { slug: "tre", id: 3 },
  );
  for (const english of [
    { slug: "one", id: 11, translations: { it: 1, en: 11 } },
    { slug: "one", id: 11, meta: { translation_of: "uno" } },
  ]) {
    expect(slugs(withoutTwin(italian, items("en", english)))).toEqual(["due", "tre"]);
  }
  const told = items("it", { slug: "uno", id: 1, translations: { en: 11 } }, "due");
  expect(slugs(withoutTwin(told, items("en", { slug: "one", id: 11 })))).toEqual(["due"]);
  expect(slugs(withoutTwin(italian, items("en", { slug: "one", id: 11 })))).toHaveLength(3);
});

test("familiesOf groups items with their translations", () => {
  const all = [
    ...items("it", { slug: "uno", id: 1 }, { slug: "due", id: 2 }),
    ...items("en", { slug: "two", id: 12, translations: { it: 2 } }, { slug: "uno", id: 11 }),
  ];
  expect(familiesOf(all).map(slugs)).toEqual([
    ["uno", "uno"],
    ["due", "two"],
  ]);
});
