import fc from "fast-check";
import { expect, test } from "vitest";
import { blend } from "./blend";

/* Tests `blend`, which combines a project's values from two rounds. */

const value = fc.double({ min: -20, max: 120, noNaN: true });
const weight = fc.integer({ min: 1, max: 99 });

test("a blended value is between its parts, and nearer to the round with the larger weight", () => {
  fc.assert(
    fc.property(value, value, weight, (own, before, weight) => {
      const blended = blend({ own, before }, { weight }) ?? Number.NaN;
      expect(blended).toBeGreaterThanOrEqual(Math.min(own, before) - 1e-9);
      expect(blended).toBeLessThanOrEqual(Math.max(own, before) + 1e-9);
      const [toOwn, toBefore] = [Math.abs(blended - own), Math.abs(blended - before)];
      expect(toOwn * weight).toBeCloseTo(toBefore * (100 - weight), 6);
    }),
  );
});

test("a value without a weight or without one of its parts is not blended", () => {
  fc.assert(
    fc.property(value, weight, (one, weight) => {
      expect(blend({ own: one, before: null }, { weight })).toBeNull();
      expect(blend({ own: null, before: one }, { weight })).toBeNull();
      expect(blend({ own: one, before: one }, { weight: null })).toBeNull();
    }),
  );
});
