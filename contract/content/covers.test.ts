import { expect, test } from "vitest";
import { coverFault, coverLine, readCover } from "./covers";

test.each([
  ["riga", { family: "riga" }],
  ["scala 6", { family: "scala", count: 6 }],
  ["grata 5 5", { family: "grata", count: 5, which: 5 }],
] as const)("%s is a valid choice and is formatted and parsed alike", (line, choice) => {
  expect(coverLine(choice)).toBe(line);
  expect(readCover(line)).toEqual({ count: undefined, which: undefined, ...choice });
});

test("an invalid choice falls back to the slug and an invalid number to the family", () => {
  for (const line of [undefined, "", "quadri", '"><script>', "6 scala"]) {
    expect(readCover(line)).toBeUndefined();
  }
  for (const line of ["scala 0", "scala 1.5", "scala sei", "scala 999", "riga 7", "grata 5 6"]) {
    expect(readCover(line)).toEqual({ family: line.split(" ")[0] });
  }
});

test("a fault of a choice is explained in the editor's terms", () => {
  expect(coverFault({ family: "riga", count: 7 })).toBe("riga has a count from 1 to 6");
  expect(coverFault({ family: "scala", count: 30 })).toBe("scala has a count from 2 to 24");
  expect(coverFault({ family: "scala", count: 6, which: 2 })).toBe('scala has no "which"');
  expect(coverFault({ family: "grata", which: 2 })).toBe('"which" needs a count');
  expect(coverFault({ family: "grata", count: 5, which: 6 })).toBe('"which" is from 1 to 5');
  expect(coverFault({ family: "grata", count: 5, which: 5 })).toBeNull();
});
