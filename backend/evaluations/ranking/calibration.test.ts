import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { weightedTotal } from "@/contract/evaluation/weights";
import {
  type CompleteEvaluation,
  calibrate,
  criterionMeans,
  deviation,
  MINIMUM_SAMPLE,
  mean,
  oneDecimal,
  ranks,
} from "./calibration";
import { rankRows } from "./ranking";

function completeEvaluation(evaluator: string, project: string, total: number): CompleteEvaluation {
  // The criterion scores are 0, because calibration uses only the total.
  const scores = { impact: 0, utility: 0, feasibility: 0, scalability: 0, innovation: 0 };
  return { evaluator, project, scores, total };
}
function panel(evaluator: string, totals: number[]) {
  return totals.map((total, index) => completeEvaluation(evaluator, `p${index}`, total));
}
/** Totals in the product are multiples of 0.5 from 0 to 100. */
const total = fc.integer({ min: 0, max: 200 }).map((half) => half / 2);
const totals = fc.array(total, { minLength: MINIMUM_SAMPLE, maxLength: 30 });

describe("mean, deviation and rounding", () => {
  test("mean, deviation, and rounding match values calculated by hand", () => {
    expect(mean([])).toBeNull();
    expect(mean([70, 80, 60])).toBe(70);
    expect(deviation([70])).toBeNull();
    expect(deviation([70, 80, 60])).toBe(10);
    expect(deviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.138_09, 5);
    expect([70.25, 70.24, 70.349_999, 66.65].map(oneDecimal)).toEqual([70.3, 70.2, 70.3, 66.7]);
    expect(oneDecimal(null)).toBeNull();
  });

  test("criterionMeans returns the mean per criterion, or null without evaluations", () => {
    const a = { ...completeEvaluation("a", "p", 0), scores: five(10, 8, 6, 4, 2) };
    const b = { ...completeEvaluation("b", "p", 0), scores: five(5, 8, 7, 4, 0) };
    expect(criterionMeans([a, b])).toEqual(five(7.5, 8, 6.5, 4, 1));
    expect(Object.values(criterionMeans([]))).toEqual([null, null, null, null, null]);
  });
});

describe("ranks", () => {
  test("ranks gives equal values the same rank, skips the next one, and gives null no rank", () => {
    expect(ranks([70, 90, 70, null, 60])).toEqual([2, 1, 2, null, 4]);
    // A project without a value has no rank. It takes no rank from a project with the value 0.
    expect(ranks([null, 0])).toEqual([null, 1]);
    expect(ranks([])).toEqual([]);
    expect(ranks([0.1 + 0.2, 0.3])).toEqual([1, 1]);
  });

  test("a rank is one more than the number of better values", () => {
    fc.assert(
      fc.property(fc.array(fc.option(total)), (values) => {
        const result = ranks(values);
        values.forEach((value, index) => {
          const better = values.filter(
            (other) => value !== null && other !== null && other > value,
          );
          expect(result[index]).toBe(value === null ? null : better.length + 1);
        });
      }),
    );
  });
});

describe("calibration", () => {
  test("calibration matches values calculated by hand for a kind and a harsh evaluator", () => {
    const kind = panel("kind", [60, 70, 80, 90, 100]);
    const harsh = panel("harsh", [10, 20, 30, 40, 50]);
    // The mean of all totals is 55, and their sample deviation is √(8250 / 9) = 30.2765. The deviation of each group of
    // evaluators is 15.8114.
    const calibrated = calibrate([...kind, ...harsh]);
    const shown = (own: CompleteEvaluation[]) => own.map((one) => oneDecimal(calibrated.get(one)!));
    expect(shown(kind)).toEqual([16.7, 35.9, 55, 74.1, 93.3]);
    expect(shown(harsh)).toEqual(shown(kind));
  });

  test("a harsh evaluator does not lower the rank of the projects they read", () => {
    fc.assert(
      fc.property(totals, fc.integer({ min: 1, max: 60 }), (opinions, harshness) => {
        const kind = panel("kind", opinions);
        const harsh = panel(
          "harsh",
          opinions.map((value) => value - harshness),
        );
        const calibrated = calibrate([...kind, ...harsh]);
        kind.forEach((one, index) => {
          const other = harsh[index]!;
          if (deviation(opinions)! < 1e-6) return;
          expect(calibrated.get(other)).toBeCloseTo(calibrated.get(one)!, 6);
        });
      }),
    );
  });

  test("calibration never changes an evaluator's own order of projects", () => {
    fc.assert(
      fc.property(totals, totals, (first, second) => {
        const a = panel("a", first);
        const calibrated = calibrate([...a, ...panel("b", second)]);
        for (const one of a) {
          for (const other of a) {
            if (one.total < other.total) {
              expect(calibrated.get(one)!).toBeLessThanOrEqual(calibrated.get(other)!);
            }
          }
        }
      }),
    );
  });

  test("calibration keeps the totals of a single evaluator", () => {
    fc.assert(
      fc.property(totals, (values) => {
        const own = panel("a", values);
        const calibrated = calibrate(own);
        for (const one of own) expect(calibrated.get(one)).toBeCloseTo(one.total, 6);
      }),
    );
  });

  test("calibration keeps totals of an evaluator below the minimum sample regardless of other totals", () => {
    const few = fc.array(total, { maxLength: MINIMUM_SAMPLE - 1 });
    fc.assert(
      fc.property(few, totals, (small, others) => {
        const own = panel("small", small);
        const calibrated = calibrate([...own, ...panel("b", others)]);
        for (const one of own) expect(calibrated.get(one)).toBe(one.total);
      }),
    );
  });

  test("calibration keeps totals of an evaluator with only equal totals", () => {
    fc.assert(
      fc.property(total, fc.integer({ min: MINIMUM_SAMPLE, max: 30 }), totals, (same, n, rest) => {
        const own = panel("same", Array<number>(n).fill(same));
        const calibrated = calibrate([...own, ...panel("b", rest)]);
        for (const one of own) expect(calibrated.get(one)).toBe(same);
      }),
    );
  });
});

describe("rows", () => {
  const projects = ["p0", "p1", "p2", "p3"].map((id) => named(id, id.toUpperCase()));

  test("rankRows puts the best mean first and projects without scores last, with nulls", () => {
    const rows = rankRows(projects, [
      completeEvaluation("a", "p0", 50),
      completeEvaluation("a", "p1", 80),
      completeEvaluation("b", "p1", 71),
      completeEvaluation("b", "p2", 75.5),
    ]);
    const short = rows.map(({ id, mean, spread, evaluators, rank, calibrated }) => ({
      id,
      mean,
      spread,
      evaluators,
      rank,
      calibrated,
    }));
    expect(short).toEqual([
      { id: "p1", mean: 75.5, spread: 6.4, evaluators: 2, rank: 1, calibrated: 75.5 },
      { id: "p2", mean: 75.5, spread: null, evaluators: 1, rank: 1, calibrated: 75.5 },
      { id: "p0", mean: 50, spread: null, evaluators: 1, rank: 3, calibrated: 50 },
      { id: "p3", mean: null, spread: null, evaluators: 0, rank: null, calibrated: null },
    ]);
  });

  test("displayed totals stay within 0 to 100", () => {
    const extreme = [...panel("a", [0, 0, 0, 0, 100]), ...panel("b", [0, 100, 0, 100, 0])];
    const many = Array.from({ length: 5 }, (_, index) => named(`p${index}`, ""));
    for (const { calibrated } of rankRows(many, extreme)) {
      expect(calibrated).toBeGreaterThanOrEqual(0);
      expect(calibrated).toBeLessThanOrEqual(100);
    }
  });
});

test("five scores and their total agree with the weights", () => {
  expect(weightedTotal(five(7, 8, 6, 9, 5))).toBe(70);
});

function named(id: string, nome: string) {
  return { id, nome, industry: "industry-food" };
}

function five(...values: [number, number, number, number, number]) {
  const [impact, utility, feasibility, scalability, innovation] = values;
  return { impact, utility, feasibility, scalability, innovation };
}
