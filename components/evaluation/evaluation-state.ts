import type { Evaluation } from "@/contract/evaluation-schemas";
import { missingCriteria } from "@/contract/weights";

export type EvaluationState = "todo" | "partial" | "scored" | "recused";

/** Where one evaluator stands with one project. */
export function evaluationState(evaluation: Evaluation | null): EvaluationState {
  if (!evaluation) return "todo";
  if (evaluation.recusal !== null) return "recused";
  const missing = missingCriteria(evaluation.scores).length;
  if (missing === 0) return "scored";
  return missing === 5 ? "todo" : "partial";
}
