import type { Evaluation } from "./evaluation-schemas";
import { CRITERIA, missingCriteria } from "./weights";

/**
 * Reports whether an evaluator's valid scores refer to a submission that is no longer current. The evaluator must then
 * change or confirm the scores (rule evaluation.sent-again).
 */
export function isResubmitted(evaluation: Evaluation | null): boolean {
  if (!evaluation?.outdated || evaluation.recusal !== null) return false;
  return missingCriteria(evaluation.scores).length < CRITERIA.length;
}
