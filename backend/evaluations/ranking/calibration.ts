import { CRITERIA, type Criterion } from "@/contract/weights";

/** Complete totals of one evaluator below which their mean and spread say too little. */
export const MINIMUM_SAMPLE = 5;

/** One frozen, complete evaluation. */
export type Judgement = {
  evaluator: string;
  project: string;
  scores: Record<Criterion, number>;
  /** The weighted total, 0 to 100. */
  total: number;
};

/** Arithmetic mean; null of nothing. */
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
 * Every total as it would be if all evaluators had the same middle and the same width: each
 * evaluator's z-score, put on the mean and the deviation of all totals. Raw for who has fewer than
 * MINIMUM_SAMPLE totals or gave the same total to all (docs/decisions/0008-calibrated-ranking.md).
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
        // Equal totals leave a rounding error of a deviation, not a width.
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
 * Ranks, the highest first: equal values share a rank and the next one skips (1, 2, 2, 4). Values
 * are equal when only a rounding error could tell them apart; null has no rank.
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

/** One decimal, halves up, as people round. */
export function oneDecimal(value: number): number;
export function oneDecimal(value: number | null): number | null;
export function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10 + 1e-9) / 10;
}
