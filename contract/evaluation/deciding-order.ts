type Ranked = { calibrated_rank: number | null };

/**
 * The rank that decides: the selection takes the first by it, and the ranking is shown, exported and
 * divided into stages by it (rule evaluation.order, docs/decisions/0008-calibrated-ranking.md). Null where nobody has scored.
 */
export function decidingRank({ calibrated_rank }: Ranked): number | null {
  return calibrated_rank;
}

/** Projects in the order that decides; those without a rank last, equals in the order they came in. */
export function inDecidingOrder<R extends Ranked>(rows: readonly R[]): R[] {
  const last = Number.POSITIVE_INFINITY;
  return rows.toSorted((a, b) => (decidingRank(a) ?? last) - (decidingRank(b) ?? last) || 0);
}
