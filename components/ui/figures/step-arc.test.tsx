import { expect, test } from "vitest";
import { ARC, arcAt, arcPath } from "./step-arc";

test("an arc begins and ends on the ground and is highest in the middle", () => {
  expect(arcAt(0)).toEqual({ x: ARC.from, y: ARC.ground });
  expect(arcAt(1)).toEqual({ x: ARC.to, y: ARC.ground });
  expect(arcAt(0.5).y).toBe(ARC.ground - ARC.apex);
});

test("the filled part of an arc lies on the whole arc", () => {
  // The middle of a quadratic curve from P0 to P1 with control point C is (P0 + 2C + P1) / 4.
  const [x0, y0, cx, cy, x1, y1] = arcPath(0.4)
    .match(/-?[\d.]+/g)!
    .map(Number) as [number, number, number, number, number, number];
  const middle = { x: (x0 + 2 * cx + x1) / 4, y: (y0 + 2 * cy + y1) / 4 };
  expect(middle.x).toBeCloseTo(arcAt(0.2).x);
  expect(middle.y).toBeCloseTo(arcAt(0.2).y);
});

test("arcAt clamps a share out of range to the ends", () => {
  expect(arcAt(1.4)).toEqual(arcAt(1));
  expect(arcPath(-1)).toBe(arcPath(0));
});
