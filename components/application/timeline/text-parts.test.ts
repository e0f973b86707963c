import { expect, test } from "vitest";
import { partTexts } from "./text-parts";

test("one changed word is found between the parts that both versions share", () => {
  expect(partTexts("Dieci botteghe entro un anno", "Dieci mercati entro un anno")).toEqual({
    mine: { start: "Dieci ", own: "botteghe", end: " entro un anno" },
    theirs: { start: "Dieci ", own: "mercati", end: " entro un anno" },
  });
});

test("an added text appears in one version only, even if words repeat", () => {
  const { mine, theirs } = partTexts("un passo, un passo", "un passo, un passo, un passo");
  expect(mine.own).toBe("");
  expect(theirs.own).toBe("passo, un ");
  expect(partTexts("", "Filò")).toEqual({
    mine: { start: "", own: "", end: "" },
    theirs: { start: "", own: "Filò", end: "" },
  });
});

test("two texts that share little have no common part", () => {
  expect(partTexts("Filò uno", "Lana").mine).toEqual({ start: "", own: "Filò uno", end: "" });
  const long = "Filò è un’etichetta che racconta";
  expect(partTexts("Filò", long).theirs).toEqual({ start: "", own: long, end: "" });
});

test("a long shared part is cut to what surrounds the difference, at a word boundary", () => {
  const shared = "parola ".repeat(200);
  const { start, own, end } = partTexts(`${shared}mia ${shared}`, `${shared}sua ${shared}`).mine;
  expect(own).toBe("mia");
  expect(start).toMatch(/^… (parola )+$/);
  expect(end).toMatch(/^( parola)+ …$/);
  expect(start.length).toBeLessThan(100);
  expect(end.length).toBeLessThan(100);
});
