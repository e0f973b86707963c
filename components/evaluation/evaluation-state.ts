import type { z } from "zod";
import type {
  Evaluation,
  ProjectForEvaluation,
  ProjectList,
  workCountsSchema,
} from "@/contract/evaluation/evaluation-schemas";
import { missingCriteria } from "@/contract/evaluation/weights";
import type { Language } from "@/contract/languages";

/** The HTML id of the score form. On a small screen, the form is below the project, so a link leads to this id. */
export const SCORES = "scores";

/** Colour tone of each evaluation state. The state's label gives the same information. */
export const STATE_TONES = {
  todo: "off",
  partial: "flight",
  scored: "done",
  recused: "here",
} as const;

export type EvaluationState = "todo" | "partial" | "scored" | "recused";

/** Returns the state of one evaluator's evaluation of one project. */
export function evaluationState(evaluation: Evaluation | null): EvaluationState {
  if (!evaluation) return "todo";
  if (evaluation.recusal !== null) return "recused";
  const missing = missingCriteria(evaluation.scores).length;
  if (missing === 0) return "scored";
  return missing === 5 ? "todo" : "partial";
}

/**
 * Reports whether a project accepts scores: the evaluation is not closed, and the evaluator is not recused, by choice
 * or by rule.
 */
export function isWritable({ closed, evaluation }: ProjectForEvaluation): boolean {
  const recused = (evaluation?.recusal ?? null) !== null || evaluation?.conflict !== undefined;
  return !closed && !recused;
}

/**
 * Reports whether an evaluation is read-only: the evaluator closed it, the evaluation period is not running, or the
 * project left the round.
 */
export function isReadOnly({
  closed,
  scoring,
  outside,
}: Pick<ProjectForEvaluation, "closed" | "scoring" | "outside">): boolean {
  return closed || scoring !== "open" || outside === true;
}

/**
 * Reports whether the evaluator can read the other evaluators' scores. The evaluator must have closed the evaluation,
 * and must not be on the jury of a later round that hides these scores.
 */
export function seesResults({ closed, results = true }: Pick<ProjectList, "closed" | "results">) {
  return closed && results;
}

/**
 * Returns the name of the later round that hides the other evaluators' scores until the evaluator closes that round too.
 */
export function rankingAfter(
  { results_after }: Pick<ProjectList, "results_after">,
  locale: Language,
) {
  return results_after?.[locale];
}

/**
 * Reports whether the round became final before the evaluator closed the evaluation. In a final round, no evaluator can
 * close the evaluation.
 */
export function isMissed({ closed, round }: Pick<ProjectList, "closed" | "round">): boolean {
  return !closed && round?.final === true;
}

/** Returns the suffix that distinguishes the file names of a later round; empty for the first round. */
export const fileSuffix = (round = 1) => (round === 1 ? "" : `-${round}`);

/**
 * Returns the numbers of partly scored, unscored, and recused projects. With the scored projects, these numbers add up
 * to the number of projects that the evaluator agreed to score.
 */
export function workLeft(counts: z.infer<typeof workCountsSchema>) {
  const { scored, partial, recused } = counts;
  return { partial, todo: Math.max(0, dueOf(counts) - scored - partial), recused };
}

/**
 * Returns the number of projects that the evaluator agreed to score, minus the recused projects. Rule:
 * evaluation.agreed.
 */
export function dueOf({ total, agreed = total, recused }: z.infer<typeof workCountsSchema>) {
  return agreed - recused;
}
