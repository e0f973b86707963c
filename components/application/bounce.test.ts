import { expect, test } from "vitest";
import { BOUNCE, bounceAt, bouncePath } from "./bounce";

test("a bounce begins and ends on the ground and is highest in the middle", () => {
  expect(bounceAt(0)).toEqual({ x: BOUNCE.from, y: BOUNCE.ground });
  expect(bounceAt(1)).toEqual({ x: BOUNCE.to, y: BOUNCE.ground });
  expect(bounceAt(0.5).y).toBe(BOUNCE.ground - BOUNCE.apex);
});

test("the filled part of a bounce lies on the whole bounce", () => {
  // The middle of a quadratic curve from P0 to P1 with control point C: (P0 + 2C + P1) / 4.
  const [x0, y0, cx, cy, x1, y1] = bouncePath(0.4)
    .match(/-?[\d.]+/g)!
    .map(Number) as [number, number, number, number, number, number];
  const middle = { x: (x0 + 2 * cx + x1) / 4, y: (y0 + 2 * cy + y1) / 4 };
  expect(middle.x).toBeCloseTo(bounceAt(0.2).x);
  expect(middle.y).toBeCloseTo(bounceAt(0.2).y);
});

test("bounceAt clamps a share out of range to the ends", () => {
  expect(bounceAt(1.4)).toEqual(bounceAt(1));
  expect(bouncePath(-1)).toBe(bouncePath(0));
});
