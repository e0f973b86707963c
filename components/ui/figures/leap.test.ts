import { expect, test } from "vitest";
import { riseAt, riseMoments } from "./leap";

const seat = { x: 0, y: 100, d: 10 };
const apex = { x: 80, y: 20, d: 18 };

test("a rise starts at its start point and ends at the apex", () => {
  expect(riseAt(seat, apex, 0)).toEqual({ x: 0, y: 100 });
  expect(riseAt(seat, apex, 1)).toEqual({ x: 80, y: 20 });
});

test("positions of a rise have equal steps in x and decreasing steps in y", () => {
  const moments = riseMoments(seat, apex, 5);
  const steps = moments.slice(1).map((moment, index) => ({
    x: moment.x - moments[index]!.x,
    y: moments[index]!.y - moment.y,
  }));
  expect(steps.every(({ x }) => x === 20)).toBe(true);
  expect(steps.map(({ y }) => y)).toEqual([...steps.map(({ y }) => y)].sort((a, b) => b - a));
  expect(steps.every(({ y }) => y > 0)).toBe(true);
});

test("the diameter grows evenly during a rise", () => {
  expect(riseMoments(seat, apex, 5).map(({ d }) => d)).toEqual([10, 12, 14, 16, 18]);
});
