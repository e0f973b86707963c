/** The evaluation's criteria and their weights in percent (rule evaluation.weights); they add up to 100. */
export const CRITERIA = [
  { id: "impact", weight: 30 },
  { id: "utility", weight: 20 },
  { id: "feasibility", weight: 20 },
  { id: "scalability", weight: 15 },
  { id: "innovation", weight: 15 },
] as const;

export type Criterion = (typeof CRITERIA)[number]["id"];
/** A criterion with the weight that some evaluations were closed under; CRITERIA are today's. */
export type WeightedCriterion = { id: Criterion; weight: number };
export const SCORE_MAX = 10;
/** Minutes for one project, as evaluators are told beforehand: the texts, a deck, a video and the scores. */
export const READING_MINUTES = 15;
/** The scores that are put into words (criteria.ts, which browsers do not load). */
export const ANCHORS = [
  { id: "low", score: 0 },
  { id: "middle", score: SCORE_MAX / 2 },
  { id: "high", score: SCORE_MAX },
] as const;

/** The weighted total of the highest scores. */
export const TOTAL_MAX = CRITERIA.reduce((sum, { weight }) => sum + weight, 0);

/** A score per criterion, 0 to 10; null is "not given yet". */
export type Scores = Record<Criterion, number | null>;

export const NO_SCORES: Scores = {
  impact: null,
  utility: null,
  feasibility: null,
  scalability: null,
  innovation: null,
};

/** Criteria without a score, in order. */
export function missingCriteria(scores: Scores): Criterion[] {
  return CRITERIA.filter(({ id }) => scores[id] === null).map(({ id }) => id);
}

/**
 * The weighted total, 0 to 100 with one decimal; null until all five scores are given.
 * Integer scores times integer percentages: the sum is exact, and is a multiple of 0.5.
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
