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

test("a fault of a choice names its rule, field and values", () => {
  expect(coverFault({ family: "riga", count: 7 })).toEqual({
    rule: "file_cover_count",
    field: "count",
    values: { family: "riga", fewest: "1", most: "6" },
  });
  expect(coverFault({ family: "scala", count: 30 })).toMatchObject({
    values: { family: "scala", fewest: "2", most: "24" },
  });
  expect(coverFault({ family: "scala", count: 6, which: 2 })).toMatchObject({
    rule: "file_cover_plain",
    field: "which",
  });
  expect(coverFault({ family: "grata", which: 2 })).toMatchObject({
    rule: "file_field_needs",
    field: "which",
    values: { other: "count" },
  });
  expect(coverFault({ family: "grata", count: 5, which: 6 })).toMatchObject({
    rule: "file_cover_which",
    field: "which",
    values: { most: "5" },
  });
  expect(coverFault({ family: "grata", count: 5, which: 5 })).toBeNull();
});
