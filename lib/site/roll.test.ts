import { expect, test } from "vitest";
import type { Summary } from "../api/content/content";
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

test("the newest edition comes first, and in it whoever came furthest, with a story or without", () => {
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

test("a story is known by whom it is about and leads there; an entry of its own by its title, in a sentence", () => {
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
  "nobody is on the roll without an outcome and a year: %j",
  (missing) => {
    expect(rollOf([item("a", { ...whole, ...missing })], [])).toEqual([]);
  },
);

test("what else nobody has said is not known, and not made up", () => {
  const [entry] = rollOf([], [item("a", { edition: "2024", outcome: "finalist", figure: " " })]);
  expect(entry).toMatchObject({ figure: undefined, standing: undefined, sector: undefined });
});
