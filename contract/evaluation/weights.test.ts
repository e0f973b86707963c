import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ANCHORS,
  CRITERIA,
  missingCriteria,
  NO_SCORES,
  SCORE_MAX,
  type Scores,
  TOTAL_MAX,
  weightedTotal,
} from "./weights";

const ALL: Scores = { impact: 8, utility: 7, feasibility: 6, scalability: 9, innovation: 8 };

test("the weights match the rule and add up to 100", () => {
  expect(Object.fromEntries(CRITERIA.map(({ id, weight }) => [id, weight]))).toEqual({
    impact: 30,
    utility: 20,
    feasibility: 20,
    scalability: 15,
    innovation: 15,
  });
  expect(TOTAL_MAX).toBe(100);
});

test("the scores with a text are the lowest, the middle, and the highest", () => {
  expect(ANCHORS).toEqual([
    { id: "low", score: 0 },
    { id: "middle", score: 5 },
    { id: "high", score: 10 },
  ]);
});

test("a total requires all five scores, and the missing ones are listed", () => {
  expect(weightedTotal(ALL)).toBe(75.5);
  expect(missingCriteria(ALL)).toEqual([]);
  expect(weightedTotal(NO_SCORES)).toBeNull();
  expect(missingCriteria(NO_SCORES)).toEqual(CRITERIA.map(({ id }) => id));
  for (const { id } of CRITERIA) {
    const without = { ...ALL, [id]: null };
    expect(weightedTotal(without)).toBeNull();
    expect(missingCriteria(without)).toEqual([id]);
  }
});

test("each score counts by its weight alone, and a zero is a score", () => {
  const none = { impact: 0, utility: 0, feasibility: 0, scalability: 0, innovation: 0 };
  expect(weightedTotal(none)).toBe(0);
  fc.assert(
    fc.property(
      fc.constantFrom(...CRITERIA),
      fc.integer({ min: 0, max: SCORE_MAX }),
      ({ id, weight }, score) => {
        expect(weightedTotal({ ...none, [id]: score })).toBe((score * weight) / SCORE_MAX);
      },
    ),
  );
});
