import { expect, test } from "vitest";
import { ringColumns } from "./ring-grid";

test("the rings of each stage fill whole rows: 10 by 5, 5 by 4, 3 by 2, one", () => {
  expect([50, 20, 6, 1].map(ringColumns)).toEqual([10, 5, 3, 1]);
});

test("any count of rings fills its rows, with no more rows than columns", () => {
  for (let count = 1; count <= 60; count++) {
    expect(count % ringColumns(count)).toBe(0);
    expect(ringColumns(count) ** 2).toBeGreaterThanOrEqual(count);
  }
});
