type Ranked = { calibrated_rank: number | null };

/**
 * Returns a project's rank in the order that decides the selection (rule evaluation.order,
 * docs/decisions/0008-calibrated-ranking.md). Lists, exports, and the stages of the selection use this rank. Returns
 * null for a project without scores.
 */
export function decidingRank({ calibrated_rank }: Ranked): number | null {
  return calibrated_rank;
}

/** Sorts projects by the rank that decides the selection. Projects without a rank come last; ties keep their order. */
export function inDecidingOrder<R extends Ranked>(rows: readonly R[]): R[] {
  const last = Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => (decidingRank(a) ?? last) - (decidingRank(b) ?? last) || 0);
}
