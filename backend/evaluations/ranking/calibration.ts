import { CRITERIA, type Criterion } from "@/contract/evaluation/weights";

/** Minimum number of an evaluator's complete totals for a meaningful mean and spread. */
export const MINIMUM_SAMPLE = 5;

/** A complete evaluation of one project, from an evaluation record. */
export type CompleteEvaluation = {
  evaluator: string;
  project: string;
  scores: Record<Criterion, number>;
  /** Weighted total of the evaluation, from 0 to 100. */
  total: number;
};

/** Returns the arithmetic mean, or null without values. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the sample standard deviation (n − 1), or null for fewer than two values. */
export function deviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Converts each total to the value it would have if all evaluators had the same mean and spread. The evaluator's
 * z-score is scaled to the mean and deviation of all totals. Totals stay unchanged if the evaluator has fewer than
 * MINIMUM_SAMPLE totals or only equal totals (docs/decisions/0008-calibrated-ranking.md).
 */
export function calibrate(
  completeEvaluations: readonly CompleteEvaluation[],
): Map<CompleteEvaluation, number> {
  const everything = completeEvaluations.map(({ total }) => total);
  const globalMean = mean(everything);
  const globalDeviation = deviation(everything);
  const calibrated = new Map<CompleteEvaluation, number>();
  for (const own of Map.groupBy(completeEvaluations, ({ evaluator }) => evaluator).values()) {
    const totals = own.map(({ total }) => total);
    const ownMean = mean(totals);
    const ownDeviation = deviation(totals);
    for (const completeEvaluation of own) {
      const enough =
        own.length >= MINIMUM_SAMPLE &&
        ownMean !== null &&
        ownDeviation !== null &&
        // If an evaluator's totals are equal, their deviation is only a rounding error. The totals then stay unchanged.
        ownDeviation > 1e-9 &&
        globalMean !== null &&
        globalDeviation !== null;
      const value = enough
        ? globalMean + ((completeEvaluation.total - ownMean) / ownDeviation) * globalDeviation
        : completeEvaluation.total;
      calibrated.set(completeEvaluation, value);
    }
  }
  return calibrated;
}

/**
 * Returns the rank of each value, highest value first. Equal values share a rank and the next rank is skipped (1, 2, 2,
 * 4). Values that differ only by a rounding error are equal. A null value has no rank.
 */
export function ranks(values: readonly (number | null)[]): (number | null)[] {
  const keys = values.map((value) => (value === null ? null : Math.round(value * 1e6)));
  const rankOf = new Map<number, number>();
  const sorted = keys.filter((key) => key !== null).sort((a, b) => b - a);
  for (const [index, key] of sorted.entries()) {
    if (!rankOf.has(key)) rankOf.set(key, index + 1);
  }
  return keys.map((key) => (key === null ? null : (rankOf.get(key) ?? null)));
}

/** Returns the mean of each criterion's scores, or null without evaluations. */
export function criterionMeans(completeEvaluations: readonly CompleteEvaluation[]) {
  const entries = CRITERIA.map(({ id }) => [
    id,
    mean(completeEvaluations.map(({ scores }) => scores[id])),
  ]);
  return Object.fromEntries(entries) as Record<Criterion, number | null>;
}

/** Rounds a value half up to one decimal. */
export function oneDecimal(value: number): number;
export function oneDecimal(value: number | null): number | null;
export function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10 + 1e-9) / 10;
}
