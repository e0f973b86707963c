import { deviation, mean } from "./calibration";

/** One value that an evaluator gave to a project. */
export type Given = { evaluator: string; project: string; value: number };

/** Krippendorff's α, or why it is undefined: no project has two readings, or all values are equal. */
export type Alpha =
  | { value: number; reason: null }
  | { value: null; reason: "no_pairs" | "no_variance" };

/**
 * Returns Krippendorff's α with the interval metric: 1 means full agreement, 0 the agreement of chance. Projects with fewer than
 * two values do not count. Neither the order of the evaluators nor of the projects matters.
 *
 * The sums of squared differences of all pairs follow from sums of squares, so the time grows with the number of values only.
 */
export function krippendorffAlpha(given: readonly Given[]): Alpha {
  const units = [...Map.groupBy(given, ({ project }) => project).values()]
    .map((own) => own.map(({ value }) => value))
    .filter((values) => values.length > 1);
  const all = units.flat();
  if (all.length === 0) return { value: null, reason: "no_pairs" };
  const expected = squares(all) / (all.length - 1);
  // For equal values, the sum of squares is only a rounding error.
  if (expected < 1e-9) return { value: null, reason: "no_variance" };
  const observed = sum(
    units.map((values) => (values.length * squares(values)) / (values.length - 1)),
  );
  return { value: 1 - observed / all.length / expected, reason: null };
}

/** Statistics of one evaluator. `difference` is null if no other evaluator read the same projects. */
export type Severity = {
  evaluator: string;
  readings: number;
  /** Number of projects that other evaluators read too. */
  shared: number;
  /** Mean difference from the mean of the others on the same projects: negative for a severe evaluator. */
  difference: number | null;
  lowest: number;
  highest: number;
  spread: number | null;
};

/** Returns how severe each evaluator is, and the range that each uses. The most severe come first, then the others. */
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
 * Returns the projects that a change of the ranking moves across a number of places: `entering` are within the places only
 * after it, `leaving` only before it. Projects with equal rank at the last place are all within.
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

/** Returns the sum of squared differences from the mean. */
function squares(values: readonly number[]): number {
  const middle = mean(values) ?? 0;
  return sum(values.map((value) => (value - middle) ** 2));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
