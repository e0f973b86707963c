import { expect, test } from "vitest";
import { ringColumns } from "./ring-grid";

test("the rings of each stage fill whole rows: 10 by 5, 5 by 4, 3 by 2, one", () => {
  expect([50, 20, 6, 1].map(ringColumns)).toEqual([10, 5, 3, 1]);
});

test("any count of rings has no more rows than columns, and full rows unless they were too long", () => {
  for (let count = 1; count <= 60; count++) {
    const columns = ringColumns(count);
    const square = Math.ceil(Math.sqrt(count));
    expect(columns ** 2).toBeGreaterThanOrEqual(count);
    expect(columns).toBeLessThanOrEqual(2 * square);
    const fits = Array.from({ length: square + 1 }, (_, more) => square + more);
    if (fits.some((one) => count % one === 0)) expect(count % columns).toBe(0);
  }
});
