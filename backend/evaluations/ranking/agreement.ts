import { deviation, mean } from "./calibration";

/** One total that an evaluator gave to a project. */
export type Given = { evaluator: string; project: string; value: number };

/**
 * Krippendorff's α (agreement of evaluators), or the reason why it is undefined: no project has two evaluations, or all
 * values are equal.
 */
export type Alpha =
  | { value: number; reason: null }
  | { value: null; reason: "no_pairs" | "no_variance" };

/**
 * Returns Krippendorff's α with the interval metric: 1 means full agreement, and 0 means agreement by chance. Ignores
 * projects with fewer than two values. The order of evaluators and projects does not matter.
 *
 * The function calculates the squared differences of all pairs from sums of squares, so the time grows only linearly
 * with the number of values.
 */
export function krippendorffAlpha(given: readonly Given[]): Alpha {
  const units = [...Map.groupBy(given, ({ project }) => project).values()]
    .map((own) => own.map(({ value }) => value))
    .filter((values) => values.length > 1);
  const all = units.flat();
  if (all.length === 0) return { value: null, reason: "no_pairs" };
  const expected = squares(all) / (all.length - 1);
  // If all values are equal, α is undefined. The sum of squares is then only a rounding error.
  if (expected < 1e-9) return { value: null, reason: "no_variance" };
  const observed = sum(
    units.map((values) => (values.length * squares(values)) / (values.length - 1)),
  );
  return { value: 1 - observed / all.length / expected, reason: null };
}

/** Statistics of one evaluator. `difference` is null if no other evaluator scored the same projects. */
export type Severity = {
  evaluator: string;
  readings: number;
  /** Number of the evaluator's projects that other evaluators also scored. */
  shared: number;
  /** Mean difference from the other evaluators' mean on the same projects. Negative for a severe evaluator. */
  difference: number | null;
  lowest: number;
  highest: number;
  spread: number | null;
};

/**
 * Returns the severity of each evaluator and the range of scores that the evaluator uses. The most severe evaluators
 * come first. Evaluators whose projects no other evaluator scored come last.
 */
export function severities(given: readonly Given[]): Severity[] {
  const byProject = Map.groupBy(given, ({ project }) => project);
  const all = [...Map.groupBy(given, ({ evaluator }) => evaluator)].map(([evaluator, own]) => {
    const values = own.map(({ value }) => value);
    const differences = own.flatMap(({ project, value }) => {
      const others = byProject.get(project)?.filter((one) => one.evaluator !== evaluator) ?? [];
      const middle = mean(others.map((one) => one.value));
      return middle === null ? [] : [value - middle];
    });
    return {
      ...{ evaluator, readings: own.length, shared: differences.length },
      difference: mean(differences),
      lowest: Math.min(...values),
      highest: Math.max(...values),
      spread: deviation(values),
    };
  });
  const order = ({ difference }: Severity) => difference ?? Number.POSITIVE_INFINITY;
  return all.sort((one, other) => (order(one) === order(other) ? 0 : order(one) - order(other)));
}

/**
 * Returns the projects that a change of the ranking moves into the given number of places (`entering`) and out of them
 * (`leaving`). If several projects share the last rank that still has a place, all of them have a place.
 */
export function crossing<Row extends { before: number | null; after: number | null }>(
  rows: readonly Row[],
  places: number,
): { entering: Row[]; leaving: Row[] } {
  const isIn = (rank: number | null) => rank !== null && rank <= places;
  return {
    entering: rows.filter((row) => isIn(row.after) && !isIn(row.before)),
    leaving: rows.filter((row) => isIn(row.before) && !isIn(row.after)),
  };
}

/** Returns the sum of the squared differences between the values and their mean. */
function squares(values: readonly number[]): number {
  const middle = mean(values) ?? 0;
  return sum(values.map((value) => (value - middle) ** 2));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
