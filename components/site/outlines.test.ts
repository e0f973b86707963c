import { expect, test } from "vitest";
import { outlinesOf, setTitle } from "./outlines";

const ROOM = { width: 1088, lines: 2, sizes: [64, 56, 50, 44] };

test("a short title has one line, a longer title two lines of similar width", () => {
  expect(setTitle("Due minuti", ROOM)).toEqual({ size: 64, lines: ["Due minuti"] });
  expect(
    setTitle("Call for ideas: candida il tuo progetto", { ...ROOM, width: 900 })?.lines,
  ).toEqual(["Call for ideas: candida", "il tuo progetto"]);
});

test("a title that is too long gets smaller, and is cut only at the smallest size", () => {
  const long = "Leggere cinquanta progetti in trenta giorni senza perdere la testa";
  expect(setTitle(long, ROOM)?.lines.join(" ")).toBe(long);
  const cut = setTitle(long.repeat(4), ROOM);
  expect(cut).toMatchObject({ size: 44 });
  expect(cut?.lines).toHaveLength(2);
  expect(cut?.lines[1]).toMatch(/…$/);
  for (const line of cut?.lines ?? []) {
    expect(outlinesOf(line, 44)?.width).toBeLessThanOrEqual(ROOM.width);
  }
  expect(setTitle("a".repeat(200), ROOM)?.lines).toEqual([expect.stringMatching(/^a+…$/)]);
});

test("the font has the letters of both languages and of Turkish; other letters drop the line", () => {
  expect(outlinesOf("Perché «1º» €50,000 – “Eskişehir” Ğ’", 40)?.svg).toMatch(/^<path .*M/);
  expect(outlinesOf("漢字", 40)).toBeNull();
  expect(setTitle("Idee 漢字", ROOM)).toBeNull();
});
