import { expect, test } from "vitest";
import type { Summary } from "../content/content";
import { rollOf } from "./roll";

const whole = {
  name: "Uno",
  edition: "2024",
  sector: "Acqua",
  outcome: "finalist",
  figure: "17 comuni",
  status: "active",
};

function item(slug: string, meta: Record<string, string>): Summary {
  return { slug, locale: "it", title: `Di ${slug}`, excerpt: "Una frase.", meta } as Summary;
}

test("the newest edition comes first, and within an edition the best outcome, with or without a story", () => {
  const roll = rollOf(
    [
      item("b", { ...whole, name: "Due" }),
      item("a", whole),
      item("c", { ...whole, outcome: "winner", status: "closed" }),
    ],
    [item("d", { edition: "2025", outcome: "incubated" }), item("e", { ...whole, name: "Tre" })],
  );
  expect(roll.map(({ slug }) => slug)).toEqual(["d", "c", "e", "b", "a"]);
  expect(roll[1]).toMatchObject({ edition: 2024, outcome: "winner", standing: "closed" });
});

test("a story's entry has its subject's name and links to the story, and another entry has a title and a description", () => {
  const [story, entry, led] = rollOf(
    [item("a", { ...whole, edition: "2025" })],
    [
      item("b", { ...whole, outcome: "finalist" }),
      item("c", { ...whole, outcome: "incubated", further: "/magazine/due-minuti /storie/lumaca" }),
    ],
  );
  expect(story).toMatchObject({ name: "Uno", href: "/storie/a", about: undefined });
  expect(entry).toMatchObject({ name: "Di b", href: undefined, about: "Una frase." });
  expect(led?.href).toBe("/magazine/due-minuti");
});

test.each([{ edition: "l’anno scorso" }, { edition: "" }, { outcome: "vincitore" }])(
  "an item without an outcome or a year has no entry: %j",
  (missing) => {
    expect(rollOf([item("a", { ...whole, ...missing })], [])).toEqual([]);
  },
);

test("unknown facts of an entry are undefined", () => {
  const [entry] = rollOf([], [item("a", { edition: "2024", outcome: "finalist", figure: " " })]);
  expect(entry).toMatchObject({ figure: undefined, standing: undefined, sector: undefined });
});
