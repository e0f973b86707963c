import { expect, test } from "vitest";
import type { Summary } from "./content";
import { groupByTopic } from "./magazine";

const article = (slug: string, ...tags: string[]) =>
  ({ slug, tags, meta: {} as Summary["meta"] }) as Summary;

test("a subject has the same slug in both languages, found through the articles' translations", () => {
  const italian = [article("uno", "Dalla giuria"), article("due", "Idee"), article("tre", "Idee")];
  const english = [
    article("uno", "From the jury"),
    article("due", "Ideas"),
    article("tre", "Ideas"),
  ];
  const shown = (list: Summary[]) =>
    groupByTopic(list, italian).map(({ slug, name, articles }) => [slug, name, articles.length]);
  expect(shown(italian)).toEqual([
    ["idee", "Idee", 2],
    ["dalla-giuria", "Dalla giuria", 1],
  ]);
  expect(shown(english)).toEqual([
    ["idee", "Ideas", 2],
    ["dalla-giuria", "From the jury", 1],
  ]);
});

test("an article with a different English slug has the subject of its Italian translation", () => {
  const english = { ...article("one", "Ideas"), meta: { translation_of: "uno" } };
  const [topic] = groupByTopic([english], [article("uno", "Idee")]);
  expect([topic?.slug, topic?.name]).toEqual(["idee", "Ideas"]);
});

test("a subject in a non-Latin script has a slug in that script", () => {
  expect(groupByTopic([article("uno", "«عربي»")], [])[0]?.slug).toBe("عربي");
});

test("an article without tags belongs to no subject", () => {
  expect(groupByTopic([article("uno")], [])).toEqual([]);
});
