import type { z } from "zod";
import type {
  Evaluation,
  ProjectForEvaluation,
  workCountsSchema,
} from "@/contract/evaluation/evaluation-schemas";
import { missingCriteria } from "@/contract/evaluation/weights";

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

/** Whether the sheet of a project takes scores: neither closed nor recused, by the person or by rule. */
export function isWritable({ closed, evaluation }: ProjectForEvaluation): boolean {
  const recused = (evaluation?.recusal ?? null) !== null || evaluation?.conflict !== undefined;
  return !closed && !recused;
}

/** Whether nothing on the sheets of an edition may change: closed by the person, or not the time for it. */
export function isReadOnly({
  closed,
  scoring,
}: Pick<ProjectForEvaluation, "closed" | "scoring">): boolean {
  return closed || scoring !== "open";
}

/** The unscored part of an evaluator's work; with the scored part it adds up to all projects. */
export function workLeft({ total, scored, partial, recused }: z.infer<typeof workCountsSchema>) {
  return { partial, todo: total - scored - partial - recused, recused };
}
