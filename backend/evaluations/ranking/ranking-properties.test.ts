import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CRITERIA,
  type Criterion,
  type Scores,
  weightedTotal,
} from "@/contract/evaluation/weights";
import { type CompleteEvaluation, calibrate, MINIMUM_SAMPLE } from "./calibration";
import { completeEvaluations, rankRows } from "./ranking";

/* Tests properties that the ranking must have for every generated jury. */

const score = fc.integer({ min: 0, max: 10 });
const complete = fc.record({
  impact: score,
  utility: score,
  feasibility: score,
  scalability: score,
  innovation: score,
});
const partial = fc.record({
  impact: fc.option(score),
  utility: fc.option(score),
  feasibility: fc.option(score),
  scalability: fc.option(score),
  innovation: fc.option(score),
});
const PROJECTS = Array.from({ length: 12 }, (_, index) => ({
  id: `p${index}`,
  nome: `P${index}`,
  industry: "industry-food",
}));

/** Generates one evaluator's scores of some projects. */
const reading = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 11 }), complete), {
  selector: ([project]) => project,
  maxLength: 12,
});
function judge(evaluator: string, read: readonly (readonly [number, Record<Criterion, number>])[]) {
  return read.map(([project, scores]): CompleteEvaluation => {
    return { evaluator, project: `p${project}`, scores, total: weightedTotal(scores) ?? 0 };
  });
}
const panel = fc
  .array(reading, { minLength: 1, maxLength: 6 })
  .map((readings) => readings.flatMap((read, index) => judge(`e${index}`, read)));
const shuffled = <T>(values: readonly T[]) =>
  fc.shuffledSubarray([...values], { minLength: values.length });

describe("totals", () => {
  test("totals are on the scale in steps of a half and match the weights", () => {
    fc.assert(
      fc.property(complete, (scores) => {
        const total = weightedTotal(scores);
        const byHand = CRITERIA.reduce((sum, { id, weight }) => sum + scores[id] * weight, 0) / 10;
        expect(total).toBe(byHand);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(100);
        expect(Number.isInteger((total ?? 0) * 2)).toBe(true);
      }),
    );
  });

  test("a total increases with each score", () => {
    fc.assert(
      fc.property(complete, fc.constantFrom(...CRITERIA), (scores, { id }) => {
        fc.pre(scores[id] < 10);
        const better = { ...scores, [id]: scores[id] + 1 };
        expect(weightedTotal(better)).toBeGreaterThan(weightedTotal(scores) ?? 100);
      }),
    );
  });

  test("a total exists exactly when all five scores exist", () => {
    fc.assert(
      fc.property(partial, (scores: Scores) => {
        const missing = Object.values(scores).includes(null);
        expect(weightedTotal(scores) === null).toBe(missing);
      }),
    );
  });
});

describe("a record", () => {
  const evaluation = fc.record({ scores: partial, recusal: fc.option(fc.constant("parente")) });

  test("a record counts only complete evaluations, without gaps and recusals", () => {
    fc.assert(
      fc.property(fc.array(evaluation, { maxLength: 12 }), (given) => {
        const record = {
          format: 1,
          edition: 2026,
          evaluator: { id: "e", email: "e@example.org" },
          closed_at: "2026-11-20T10:00:00.000Z",
          criteria: CRITERIA.map(({ id, weight }) => ({ id, weight })),
          evaluations: given.map(({ scores, recusal }, index) => ({
            project: `p${index}`,
            receipt: null,
            scores,
            total: weightedTotal(scores),
            note: "",
            recusal,
            version: 1,
          })),
        };
        const counted = completeEvaluations({ evaluator: "e", record }, CRITERIA);
        const whole = given.flatMap(({ scores, recusal }, index) =>
          recusal === null && !Object.values(scores).includes(null) ? [`p${index}`] : [],
        );
        expect(counted.map(({ project }) => project)).toEqual(whole);
        const rest = rankRows(PROJECTS, counted).filter(({ id }) => !whole.includes(id));
        expect(new Set(rest.map(({ mean }) => mean))).toEqual(
          new Set(rest.length > 0 ? [null] : []),
        );
      }),
    );
  });
});

describe("the ranking", () => {
  test("the ranking is independent of the order of closing and sending", () => {
    const both = panel.chain((completeEvaluations) =>
      fc.tuple(fc.constant(completeEvaluations), shuffled(completeEvaluations), shuffled(PROJECTS)),
    );
    fc.assert(
      fc.property(both, ([completeEvaluations, mixed, projects]) => {
        const byId = (rows: ReturnType<typeof rankRows>) =>
          rows
            .map(({ id, rank, calibrated_rank, mean }) => ({ id, rank, calibrated_rank, mean }))
            .sort((a, b) => a.id.localeCompare(b.id));
        expect(byId(rankRows(projects, mixed))).toEqual(
          byId(rankRows(PROJECTS, completeEvaluations)),
        );
      }),
    );
  });

  test("the ranking gives ties the same rank, skips the next ranks, and ranks no project without a total", () => {
    fc.assert(
      fc.property(panel, (completeEvaluations) => {
        const rows = rankRows(PROJECTS, completeEvaluations);
        for (const row of rows) {
          expect(row.rank === null).toBe(row.evaluators === 0);
          expect(row.calibrated_rank === null).toBe(row.evaluators === 0);
          if (row.rank === null) continue;
          const better = rows.filter(({ rank }) => rank !== null && rank < (row.rank ?? 0));
          expect(better).toHaveLength(row.rank - 1);
        }
      }),
    );
  });

  test("two projects with the same scores by the same evaluators have the same rank", () => {
    fc.assert(
      fc.property(panel, (completeEvaluations) => {
        const twins = completeEvaluations.flatMap((one) =>
          one.project === "p0"
            ? [one, { ...one, project: "p1" }]
            : one.project === "p1"
              ? []
              : [one],
        );
        const rows = rankRows(PROJECTS, twins);
        const [first, second] = ["p0", "p1"].map((id) => rows.find((row) => row.id === id));
        expect(first?.rank).toBe(second?.rank);
        expect(first?.calibrated_rank).toBe(second?.calibrated_rank);
      }),
    );
  });

  /** Generates juries in which the mean and spread of each evaluator are known. */
  const known = fc
    .array(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 11 }), fc.integer({ min: 0, max: 200 })), {
        selector: ([project]) => project,
        minLength: MINIMUM_SAMPLE,
        maxLength: 12,
      }),
      { minLength: 2, maxLength: 5 },
    )
    .filter((readings) => readings.every((own) => new Set(own.map(([, half]) => half)).size > 1));

  test("a harsh or narrow evaluator does not move a calibrated rank", () => {
    const strict = fc.tuple(
      known,
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 0, max: 40 }),
    );
    fc.assert(
      fc.property(strict, ([readings, width, lower]) => {
        const scores = { impact: 0, utility: 0, feasibility: 0, scalability: 0, innovation: 0 };
        const given = (change: (total: number) => number) =>
          readings.flatMap((own, index) =>
            own.map(([project, half]): CompleteEvaluation => {
              const total = index === 0 ? change(half / 2) : half / 2;
              return { evaluator: `e${index}`, project: `p${project}`, scores, total };
            }),
          );
        const ranksOf = (completeEvaluations: CompleteEvaluation[]) =>
          new Map(
            rankRows(PROJECTS, completeEvaluations).map((row) => [row.id, row.calibrated_rank]),
          );
        const fair = given((total) => total);
        const harsh = given((total) => (total * width) / 10 - lower);
        // Skips juries in which two values differ only by rounding, because the order of such values has no meaning.
        fc.pre(apart(fair) && apart(harsh));
        expect(ranksOf(harsh)).toEqual(ranksOf(fair));
      }),
    );
  });

  test("a harsh or narrow evaluator moves raw means", () => {
    const two = [0, 1, 2, 3, 4, 5].map((project) => [project, 100 + project] as const);
    const [mild, strict] = [two, two.map(([project, half]) => [project + 3, half - 80] as const)];
    const scores = { impact: 0, utility: 0, feasibility: 0, scalability: 0, innovation: 0 };
    const completeEvaluations = [mild, strict].flatMap((own, index) =>
      own.map(([project, half]): CompleteEvaluation => {
        return { evaluator: `e${index}`, project: `p${project}`, scores, total: half / 2 };
      }),
    );
    const rows = rankRows(PROJECTS, completeEvaluations);
    const last = rows.find(({ id }) => id === "p8");
    expect(last?.rank).toBeGreaterThan(6);
    expect(last?.calibrated_rank).toBe(1);
  });

  test("totals below the minimum sample stay raw regardless of the other evaluators", () => {
    const few = reading.filter((read) => read.length < MINIMUM_SAMPLE);
    fc.assert(
      fc.property(few, panel, (small, others) => {
        const own = judge("small", small);
        const calibrated = calibrate([...own, ...others]);
        for (const one of own) expect(calibrated.get(one)).toBe(one.total);
      }),
    );
  });
});

/** Reports whether all calibrated means differ by more than rounding. */
function apart(completeEvaluations: CompleteEvaluation[]): boolean {
  const calibrated = calibrate(completeEvaluations);
  const means = [...Map.groupBy(completeEvaluations, ({ project }) => project).values()]
    .map((own) => own.reduce((sum, one) => sum + (calibrated.get(one) ?? 0), 0) / own.length)
    .sort((a, b) => a - b);
  return means.every((value, index) => index === 0 || value - (means[index - 1] ?? 0) > 1e-4);
}

describe("the ranking", () => {
  /** Calculates the ranking values of a project directly from decision 0008, without the tested functions. */
  function directly(evaluations: readonly CompleteEvaluation[]) {
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    const average = (values: readonly number[]) => sum(values) / values.length;
    const spreadOf = (values: readonly number[]) =>
      Math.sqrt(sum(values.map((value) => (value - average(values)) ** 2)) / (values.length - 1));
    const totals = evaluations.map(({ total }) => total);
    const rescaled = ({ evaluator, total }: CompleteEvaluation) => {
      const own = evaluations.filter((each) => each.evaluator === evaluator).map((e) => e.total);
      if (own.length < 5 || own.every((each) => each === own[0])) return total;
      return average(totals) + ((total - average(own)) / spreadOf(own)) * spreadOf(totals);
    };
    const figures = PROJECTS.map(({ id }) => {
      const own = evaluations.filter(({ project }) => project === id);
      if (own.length === 0) return { id, mean: null, calibrated: null, spread: null };
      return {
        id,
        mean: average(own.map(({ total }) => total)),
        calibrated: average(own.map(rescaled)),
        spread: own.length < 2 ? null : spreadOf(own.map(({ total }) => total)),
      };
    });
    const placeOf = (value: number | null, all: readonly (number | null)[]) =>
      value === null ? null : 1 + all.filter((other) => (other ?? -1) > value + 1e-7).length;
    return figures.map(({ id, mean, calibrated, spread }) => ({
      id,
      mean,
      calibrated: calibrated === null ? null : Math.min(100, Math.max(0, calibrated)),
      spread,
      rank: placeOf(
        mean,
        figures.map((each) => each.mean),
      ),
      calibrated_rank: placeOf(
        calibrated,
        figures.map((each) => each.calibrated),
      ),
    }));
  }

  test("each rank and figure equals a direct calculation", () => {
    fc.assert(
      fc.property(panel, (evaluations) => {
        const rows = new Map(rankRows(PROJECTS, evaluations).map((row) => [row.id, row]));
        for (const { id, rank, calibrated_rank, ...figures } of directly(evaluations)) {
          const row = rows.get(id);
          expect(row).toMatchObject({ rank, calibrated_rank });
          for (const name of ["mean", "calibrated", "spread"] as const) {
            const direct = figures[name];
            if (direct === null) expect(row?.[name]).toBeNull();
            else expect(Math.abs((row?.[name] ?? Number.NaN) - direct)).toBeLessThan(0.0501);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
