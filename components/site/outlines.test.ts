import { expect, test } from "vitest";
import { outlinesOf, setTitle } from "./outlines";

const ROOM = { width: 1088, lines: 2, sizes: [64, 56, 50, 44] };

test("a short title stands on one line, a longer one on two of nearly the same width", () => {
  expect(setTitle("Due minuti", ROOM)).toEqual({ size: 64, lines: ["Due minuti"] });
  expect(
    setTitle("Call for ideas: candida il tuo progetto", { ...ROOM, width: 900 })?.lines,
  ).toEqual(["Call for ideas: candida", "il tuo progetto"]);
});

test("what is too long becomes smaller, and is cut only at the smallest", () => {
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

test("the letters of both languages, and Turkish names, are there; others leave the line out", () => {
  expect(outlinesOf("Perché «1º» €50,000 – “Eskişehir” Ğ’", 40)?.svg).toMatch(/^<path .*M/);
  expect(outlinesOf("漢字", 40)).toBeNull();
  expect(setTitle("Idee 漢字", ROOM)).toBeNull();
});
