import fc from "fast-check";
import { expect, test } from "vitest";
import { MOST_COLUMNS, readingColumns } from "./reading-columns";

const counts = (...projects: number[]) =>
  projects.map((projects, readings) => ({ readings, projects }));

test("columns start with the fewest readings and keep gaps", () => {
  expect(readingColumns(counts(0, 0, 3, 0, 1))).toEqual([
    { readings: 2, projects: 3, andMore: false },
    { readings: 3, projects: 0, andMore: false },
    { readings: 4, projects: 1, andMore: false },
  ]);
  expect(readingColumns(counts(0, 0))).toEqual([]);
  expect(readingColumns([])).toEqual([]);
});

test("the last column counts the rest and says so", () => {
  const nine = readingColumns(counts(1, 1, 1, 1, 1, 1, 1, 1, 1));
  expect(nine.at(-1)).toEqual({ readings: 8, projects: 1, andMore: false });
  const ten = readingColumns(counts(1, 1, 1, 1, 1, 1, 1, 1, 1, 4));
  expect(ten).toHaveLength(MOST_COLUMNS);
  expect(ten.at(-1)).toEqual({ readings: 8, projects: 5, andMore: true });
});

test("no project is lost or counted twice in the columns", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 40 }), (projects) => {
      const columns = readingColumns(counts(...projects));
      const sum = (list: { projects: number }[]) =>
        list.reduce((all, one) => all + one.projects, 0);
      expect(sum(columns)).toBe(sum(counts(...projects)));
      expect(columns.length).toBeLessThanOrEqual(MOST_COLUMNS);
    }),
  );
});
