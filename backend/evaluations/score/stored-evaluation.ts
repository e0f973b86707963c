import type { Evaluation } from "@/contract/evaluation/evaluation-schemas";
import {
  NO_SCORES,
  type Scores,
  type WeightedCriterion,
  weightedTotal,
} from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";
import type { Executor } from "../../db/connect";
import { evaluations } from "../../db/schema/evaluations";
import type { RoundKey } from "../../editions/rounds";
import { type ConflictOfInterest, conflictReason } from "../conflicts-of-interest";
import { evaluationOf } from "../round";

export type StoredEvaluation = typeof evaluations.$inferSelect;

/**
 * Returns an evaluator's stored evaluation of a project in a round, or null before the first score, note, or recusal.
 */
export async function findEvaluation(
  db: Executor,
  round: RoundKey,
  evaluatorId: string,
  projectId: string,
): Promise<StoredEvaluation | null> {
  const [row] = await db
    .select()
    .from(evaluations)
    .where(evaluationOf(round, evaluatorId, projectId));
  return row ?? null;
}

export function scoresOf(stored: Scores): Scores {
  const { impact, utility, feasibility, scalability, innovation } = stored;
  return { impact, utility, feasibility, scalability, innovation };
}

type Shown = Pick<StoredEvaluation, keyof Scores | "note" | "version" | "submissionId" | "recusal">;

/**
 * Converts a stored evaluation to the contract's format, compared with the current submission.
 *
 * @param criteria the criterion weights; by default today's weights, for scores that can still change
 */
export function toEvaluation(
  stored: Shown,
  currentSubmission: string,
  criteria?: readonly WeightedCriterion[],
): Evaluation {
  const scores = scoresOf(stored);
  return {
    scores,
    note: stored.note,
    total: weightedTotal(scores, criteria),
    version: stored.version,
    outdated: stored.submissionId !== null && stored.submissionId !== currentSubmission,
    recusal: stored.recusal,
  };
}

/** Evaluation of a project before any score, note, or recusal is stored. */
export const NO_EVALUATION: Evaluation = {
  scores: NO_SCORES,
  note: "",
  total: null,
  version: 0,
  outdated: false,
  recusal: null,
};

/**
 * Returns an evaluation as its evaluator sees it, or null without an evaluation. Hides earlier scores if the
 * conflict-of-interest rule recuses the evaluator, because the scores do not count.
 */
export function shownEvaluation(
  stored: Shown | null,
  currentSubmission: string,
  {
    conflict,
    criteria,
    language,
  }: {
    conflict: ConflictOfInterest | undefined;
    criteria: readonly WeightedCriterion[];
    language: Language;
  },
): Evaluation | null {
  const evaluation = stored && toEvaluation(stored, currentSubmission, criteria);
  if (!conflict) return evaluation;
  return {
    ...NO_EVALUATION,
    note: evaluation?.note ?? "",
    version: evaluation?.version ?? 0,
    recusal: conflictReason(conflict, language),
    conflict,
  };
}
