import fc from "fast-check";
import { expect, test } from "vitest";
import { crossing, type Given, krippendorffAlpha, severities } from "./agreement";

/** Returns the values of a table with one row per evaluator and one column per project. A dot means a missing value. */
function given(...rows: string[]): Given[] {
  return rows.flatMap((row, evaluator) =>
    row
      .split(" ")
      .flatMap((value, project) =>
        value === "."
          ? []
          : [{ evaluator: `e${evaluator}`, project: `p${project}`, value: Number(value) }],
      ),
  );
}

test("α equals the published example with interval metric", () => {
  // Source of the expected value: K. Krippendorff, “Computing Krippendorff's Alpha-Reliability”, 2011, part C.
  const { value } = krippendorffAlpha(
    given(
      "1 2 3 3 2 1 4 1 2 . . .",
      "1 2 3 3 2 2 4 1 2 5 . 3",
      ". 3 3 3 2 3 4 2 2 5 1 .",
      "1 2 3 3 2 4 4 1 2 5 1 .",
    ),
  );
  expect(value).toBeCloseTo(0.849, 3);
});

const values = fc.array(
  fc.record({
    evaluator: fc.constantFrom("a", "b", "c", "d"),
    project: fc.constantFrom("p", "q", "r", "s", "t"),
    value: fc.integer({ min: 0, max: 200 }).map((half) => half / 2),
  }),
  { maxLength: 20 },
);

test("α is at most 1, and the order and names of evaluators and projects do not change it", () => {
  fc.assert(
    fc.property(values, fc.infiniteStream(fc.nat()), (all, order) => {
      const alpha = krippendorffAlpha(all);
      const moved = all
        .map((one) => ({ at: order.next().value ?? 0, one }))
        .sort((one, other) => one.at - other.at)
        .map(({ one }) => ({ ...one, evaluator: `x${one.evaluator}`, project: `y${one.project}` }));
      const other = krippendorffAlpha(moved);
      expect(other.reason).toBe(alpha.reason);
      if (alpha.value === null || other.value === null) return;
      expect(alpha.value).toBeLessThanOrEqual(1);
      expect(other.value).toBeCloseTo(alpha.value, 9);
    }),
  );
});

test("α is 1 for full agreement, and not positive for opposite evaluators", () => {
  expect(krippendorffAlpha(given("10 40 90", "10 40 90", "10 . 90")).value).toBe(1);
  expect(krippendorffAlpha(given("10 90", "90 10")).value).toBeLessThan(0);
});

test.each([
  ["one evaluator", given("10 40 90"), "no_pairs"],
  ["no common project", given("10 .", ". 40"), "no_pairs"],
  ["equal values", given("33.3 33.3", "33.3 33.3"), "no_variance"],
])("α is undefined for %s", (_, all, reason) => {
  expect(krippendorffAlpha(all)).toEqual({ value: null, reason });
});

test("the severity of an evaluator is the mean difference from the others on the same projects", () => {
  const [severe, middle, lenient, alone] = severities(
    given("50 60 . .", "60 70 80 .", "70 80 90 .", ". . . 20"),
  );
  expect(severe).toMatchObject({ evaluator: "e0", readings: 2, shared: 2, difference: -15 });
  expect(middle).toMatchObject({ evaluator: "e1", lowest: 60, highest: 80 });
  expect(middle?.difference).toBeCloseTo(-10 / 3);
  expect(lenient).toMatchObject({ evaluator: "e2", shared: 3 });
  expect(alone).toMatchObject({ evaluator: "e3", shared: 0, difference: null, spread: null });
});

test("calibration moves projects across the places in both directions, and equal ranks stay together", () => {
  const rows = [
    { id: "a", before: 1, after: 3 },
    { id: "b", before: 2, after: 1 },
    { id: "c", before: 2, after: 2 },
    { id: "d", before: 4, after: 2 },
    { id: "e", before: null, after: null },
  ];
  const { entering, leaving } = crossing(rows, 2);
  expect(entering.map(({ id }) => id)).toEqual(["d"]);
  expect(leaving.map(({ id }) => id)).toEqual(["a"]);
});
