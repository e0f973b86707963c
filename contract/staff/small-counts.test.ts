import fc from "fast-check";
import { expect, test } from "vitest";
import { FIGURE_LEAST } from "./figures";
import { suppressSmall } from "./small-counts";

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

test("no count below five is shown, and none follows from the total", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }), (counts) => {
      const shown = suppressSmall(counts);
      const hidden = counts.filter((_, index) => shown[index] === null);
      expect(shown.every((count, index) => count === null || count === counts[index])).toBe(true);
      for (const count of shown)
        if (count !== null) expect(count).toBeGreaterThanOrEqual(FIGURE_LEAST);
      if (hidden.length === 0) return;
      // Two hidden counts are not enough: a reader who knows the total can calculate the sum of the hidden counts. The
      // sum must not be small either.
      const isTotalHidden = sumOf(counts) < FIGURE_LEAST;
      expect(isTotalHidden || hidden.length > 1).toBe(true);
      expect(isTotalHidden || sumOf(hidden) >= FIGURE_LEAST).toBe(true);
    }),
  );
});

test("the smallest shown counts are hidden together with a single small one", () => {
  expect(suppressSmall([40, 3, 12, 30])).toEqual([40, null, null, 30]);
  expect(suppressSmall([0, 0, 50, 6])).toEqual([null, null, 50, null]);
  expect(suppressSmall([2, 4, 50])).toEqual([null, null, 50]);
  expect(suppressSmall([8, 5, 50])).toEqual([8, 5, 50]);
  expect(suppressSmall([1, 2])).toEqual([null, null]);
  expect(suppressSmall([])).toEqual([]);
});
