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

function story(slug: string, meta: Record<string, string>): Summary {
  return { slug, locale: "it", meta } as Summary;
}

test("the newest edition comes first, and in it whoever came furthest", () => {
  const roll = rollOf([
    story("b", { ...whole, name: "Due" }),
    story("a", whole),
    story("d", { ...whole, edition: "2025", outcome: "incubated" }),
    story("c", { ...whole, outcome: "winner", status: "closed" }),
  ]);
  expect(roll.map(({ slug }) => slug)).toEqual(["d", "c", "b", "a"]);
  expect(roll[1]).toMatchObject({ edition: 2024, outcome: "winner", standing: "closed" });
});

test.each([
  { name: "" },
  { edition: "l’anno scorso" },
  { outcome: "vincitore" },
  { figure: " " },
  { status: "" },
])("nobody is on the roll with half a fact: %j", (missing) => {
  expect(rollOf([story("a", { ...whole, ...missing })])).toEqual([]);
});

test("a sector is no condition", () => {
  expect(rollOf([story("a", { ...whole, sector: "" })])[0]?.sector).toBeUndefined();
});
