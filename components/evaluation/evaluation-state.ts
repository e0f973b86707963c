import type { Evaluation } from "@/contract/evaluation-schemas";
import { missingCriteria } from "@/contract/weights";

/** How a state looks; its word says the same. */
export const STATE_TONES = {
  todo: "off",
  partial: "flight",
  scored: "done",
  recused: "here",
} as const;

export type EvaluationState = "todo" | "partial" | "scored" | "recused";

/** Where one evaluator stands with one project. */
export function evaluationState(evaluation: Evaluation | null): EvaluationState {
  if (!evaluation) return "todo";
  if (evaluation.recusal !== null) return "recused";
  const missing = missingCriteria(evaluation.scores).length;
  if (missing === 0) return "scored";
  return missing === 5 ? "todo" : "partial";
}
