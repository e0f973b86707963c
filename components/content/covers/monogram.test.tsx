import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LANGUAGES } from "@/contract/languages";
import { LETTERS } from "./letters";
import { initialsOf, Monogram } from "./monogram";

const draw = (name: string, supports = false) =>
  renderToStaticMarkup(<Monogram name={name} supports={supports} />);

test("initials are the first letters of the first and the last word, without their accents", () => {
  expect(initialsOf("Selin Karataş")).toEqual(["S", "K"]);
  expect(initialsOf("  Ángel  de la  Şahin ")).toEqual(["A", "S"]);
  expect(initialsOf("Zoe")).toEqual(["Z"]);
  expect(initialsOf("李 Øst")).toEqual([]);
  expect(draw("李 Øst")).toBe("");
});

test("every letter is drawn inside a box that crops it, without text", () => {
  for (const letter of Object.keys(LETTERS)) {
    const markup = draw(`${letter} ${letter}`);
    expect(markup.match(/viewBox="0 0 4 4"/g)).toHaveLength(2);
    expect(markup).not.toMatch(/NaN|undefined/);
    expect(markup.replace(/<[^>]*>/g, "")).toBe("");
  }
  expect(Object.keys(LETTERS).join("")).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
});

test("letters do not touch the edge, so they do not merge with a page of the same colour", () => {
  const places = [...draw("Ada Rosa").matchAll(/<svg x="(-?\d+)" y="(-?\d+)" width="(\d+)"/g)];
  expect(places).toHaveLength(2);
  for (const place of places) {
    const [x = 0, y = 0, size = 0] = place.slice(1).map(Number);
    expect(Math.min(x, y)).toBeGreaterThan(0);
    expect(Math.max(x, y) + size).toBeLessThan(600);
  }
});

test.each(LANGUAGES)("no two people of the network have the same monogram (%s)", (language) => {
  const folder = join("content", language, "people");
  const people = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const drawn = people.map((text) =>
    draw(/^title: "(.+)"$/m.exec(text)?.[1] ?? "", /^ +group: "committee"$/m.test(text)),
  );
  expect(people.length).toBeGreaterThan(10);
  expect(drawn.every(Boolean)).toBe(true);
  expect(new Set(drawn).size).toBe(people.length);
});
