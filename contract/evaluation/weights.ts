/** Evaluation criteria with their weights in percent, which add up to 100 (rule evaluation.weights). */
export const CRITERIA = [
  { id: "impact", weight: 30 },
  { id: "utility", weight: 20 },
  { id: "feasibility", weight: 20 },
  { id: "scalability", weight: 15 },
  { id: "innovation", weight: 15 },
] as const;

export type Criterion = (typeof CRITERIA)[number]["id"];
/** Criterion with the weight that applied when an evaluation was closed. CRITERIA has the current weights. */
export type WeightedCriterion = { id: Criterion; weight: number };
export const SCORE_MAX = 10;
/** Estimated minutes that an evaluator needs per project: for the texts, a deck, a video, and the scores. */
export const READING_MINUTES = 15;
/**
 * Scores whose meaning criteria.ts describes: the lowest, the middle, and the highest. This list is here because
 * browsers do not load criteria.ts.
 */
export const ANCHORS = [
  { id: "low", score: 0 },
  { id: "middle", score: SCORE_MAX / 2 },
  { id: "high", score: SCORE_MAX },
] as const;

/** Weighted total of a project with the highest score in each criterion. */
export const TOTAL_MAX = CRITERIA.reduce((sum, { weight }) => sum + weight, 0);

/** Scores per criterion, 0 to SCORE_MAX; null for a missing score. */
export type Scores = Record<Criterion, number | null>;

export const NO_SCORES: Scores = {
  impact: null,
  utility: null,
  feasibility: null,
  scalability: null,
  innovation: null,
};

/** Returns the criteria without a score, in order. */
export function missingCriteria(scores: Scores): Criterion[] {
  return CRITERIA.filter(({ id }) => scores[id] === null).map(({ id }) => id);
}

/**
 * Returns the weighted total, 0 to 100, or null without all five scores. Integer scores and integer percentages give at
 * most one decimal.
 */
export function weightedTotal(
  scores: Scores,
  criteria: readonly WeightedCriterion[] = CRITERIA,
): number | null {
  let sum = 0;
  for (const { id, weight } of criteria) {
    const score = scores[id];
    if (score === null) return null;
    sum += score * weight;
  }
  return sum / SCORE_MAX;
}
