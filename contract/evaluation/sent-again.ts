import type { Evaluation } from "./evaluation-schemas";
import { CRITERIA, missingCriteria } from "./weights";

/**
 * Whether there are scores that count, about a version that is no longer the current one: the evaluator
 * has to look again, and to change them or let them stand (rule evaluation.sent-again).
 */
export function isSentAgain(evaluation: Evaluation | null): boolean {
  if (!evaluation?.outdated || evaluation.recusal !== null) return false;
  return missingCriteria(evaluation.scores).length < CRITERIA.length;
}
