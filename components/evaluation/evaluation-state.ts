import type { z } from "zod";
import type {
  Evaluation,
  ProjectForEvaluation,
  ProjectList,
  workCountsSchema,
} from "@/contract/evaluation/evaluation-schemas";
import { missingCriteria } from "@/contract/evaluation/weights";

/** The id of the scores. On a small screen they are below the project. */
export const SCORES = "scores";

/** Tone of each state. The state's label has the same meaning. */
export const STATE_TONES = {
  todo: "off",
  partial: "flight",
  scored: "done",
  recused: "here",
} as const;

export type EvaluationState = "todo" | "partial" | "scored" | "recused";

/** Returns the state of one evaluator's work on one project. */
export function evaluationState(evaluation: Evaluation | null): EvaluationState {
  if (!evaluation) return "todo";
  if (evaluation.recusal !== null) return "recused";
  const missing = missingCriteria(evaluation.scores).length;
  if (missing === 0) return "scored";
  return missing === 5 ? "todo" : "partial";
}

/** Reports whether a project accepts scores: it is not closed, and the evaluator is not recused, by choice or by rule. */
export function isWritable({ closed, evaluation }: ProjectForEvaluation): boolean {
  const recused = (evaluation?.recusal ?? null) !== null || evaluation?.conflict !== undefined;
  return !closed && !recused;
}

/**
 * Reports whether an evaluation is read-only: closed by the evaluator, outside the evaluation period, or of a project that left
 * the round.
 */
export function isReadOnly({
  closed,
  scoring,
  outside,
}: Pick<ProjectForEvaluation, "closed" | "scoring" | "outside">): boolean {
  return closed || scoring !== "open" || outside === true;
}

/** Reports whether the evaluator can read scores of others: after closing, unless a later round of theirs hides them. */
export function seesResults({ closed, results = true }: Pick<ProjectList, "closed" | "results">) {
  return closed && results;
}

/** Reports whether a round ended before the evaluator closed: its results are final, so no evaluator can close in it any more. */
export function isMissed({ closed, round }: Pick<ProjectList, "closed" | "round">): boolean {
  return !closed && round?.final === true;
}

/** Returns what distinguishes the names of a later round's files. */
export const fileSuffix = (round = 1) => (round === 1 ? "" : `-${round}`);

/** Returns the unscored part of an evaluator's work. With the scored part, it adds up to all projects. */
export function workLeft(counts: z.infer<typeof workCountsSchema>) {
  const { scored, partial, recused } = counts;
  return { partial, todo: Math.max(0, dueOf(counts) - scored - partial), recused };
}

/** Returns the number of projects to score: as agreed, without recused ones. Rule: evaluation.agreed. */
export function dueOf({ total, agreed = total, recused }: z.infer<typeof workCountsSchema>) {
  return agreed - recused;
}
