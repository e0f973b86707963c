import { CRITERIA, type Criterion } from "@/contract/evaluation/weights";

/** The number of complete totals below which an evaluator's mean and spread say too little. */
export const MINIMUM_SAMPLE = 5;

/** One frozen, complete evaluation. */
export type Judgement = {
  evaluator: string;
  project: string;
  scores: Record<Criterion, number>;
  /** The weighted total, 0 to 100. */
  total: number;
};

/** Arithmetic mean; null for no values. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Sample standard deviation (n − 1); null for fewer than two values, which have no spread. */
export function deviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/**
 * Every total as it would be if all evaluators had the same mean and the same spread: each
 * evaluator's z-score, rescaled to the mean and the deviation of all totals. Raw for anyone with fewer than
 * MINIMUM_SAMPLE totals, or with all totals equal (docs/decisions/0008-calibrated-ranking.md).
 */
export function calibrate(judgements: readonly Judgement[]): Map<Judgement, number> {
  const everything = judgements.map(({ total }) => total);
  const globalMean = mean(everything);
  const globalDeviation = deviation(everything);
  const calibrated = new Map<Judgement, number>();
  for (const own of Map.groupBy(judgements, ({ evaluator }) => evaluator).values()) {
    const totals = own.map(({ total }) => total);
    const ownMean = mean(totals);
    const ownDeviation = deviation(totals);
    for (const judgement of own) {
      const enough =
        own.length >= MINIMUM_SAMPLE &&
        ownMean !== null &&
        ownDeviation !== null &&
        // Equal totals leave a deviation that is mere rounding error, not a spread.
        ownDeviation > 1e-9 &&
        globalMean !== null &&
        globalDeviation !== null;
      const value = enough
        ? globalMean + ((judgement.total - ownMean) / ownDeviation) * globalDeviation
        : judgement.total;
      calibrated.set(judgement, value);
    }
  }
  return calibrated;
}

/**
 * Ranks, highest first: equal values share a rank and the next one is skipped (1, 2, 2, 4). Values
 * are equal when they differ by no more than rounding error; null has no rank.
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

/** Mean of every criterion over some judgements; null without any. */
export function criterionMeans(judgements: readonly Judgement[]) {
  const entries = CRITERIA.map(({ id }) => [id, mean(judgements.map(({ scores }) => scores[id]))]);
  return Object.fromEntries(entries) as Record<Criterion, number | null>;
}

/** One decimal, rounded half up, as people do. */
export function oneDecimal(value: number): number;
export function oneDecimal(value: number | null): number | null;
export function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10 + 1e-9) / 10;
}
