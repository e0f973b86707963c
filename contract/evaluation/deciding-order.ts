type Ranked = { calibrated_rank: number | null };

/**
 * Returns the rank that decides the selection. The ranking is shown, exported, and divided into stages by this
 * rank (rule evaluation.order, docs/decisions/0008-calibrated-ranking.md). Returns null for a project without
 * scores.
 */
export function decidingRank({ calibrated_rank }: Ranked): number | null {
  return calibrated_rank;
}

/** Sorts projects by the deciding rank. Projects without a rank come last; ties keep their order. */
export function inDecidingOrder<R extends Ranked>(rows: readonly R[]): R[] {
  const last = Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => (decidingRank(a) ?? last) - (decidingRank(b) ?? last) || 0);
}
