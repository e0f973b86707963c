import {
  type ProjectForEvaluation,
  saveEvaluationSchema,
  scoresSchema,
} from "@/contract/evaluation/evaluation-schemas";
import { NO_SCORES, type Scores } from "@/contract/evaluation/weights";
import { checkBy, type FieldOf, type Form } from "./form";
import type { ServerSnapshot } from "./state";

/** Values of an evaluator's score form in one tab. */
export type ScoreValues = Scores & { note: string };

const SCHEMAS = { ...scoresSchema.shape, note: saveEvaluationSchema.shape.note };

/**
 * Form for an evaluator's scores. Scores and note belong together, so after an edit conflict the user decides about all
 * of them at once.
 */
export const SCORE_FORM: Form<ScoreValues> = {
  fields: Object.keys(SCHEMAS) as FieldOf<ScoreValues>[],
  check: checkBy<ScoreValues>(SCHEMAS),
  whole: true,
  isUnsaved: () => false,
};

/**
 * Returns the scores and the note of an evaluation. Without an evaluation, the scores are empty and the version is 0.
 */
export function snapshotOfScores({
  evaluation,
}: ProjectForEvaluation): ServerSnapshot<ScoreValues> {
  const { scores, note, version } = evaluation ?? { scores: NO_SCORES, note: "", version: 0 };
  return { values: { ...scores, note }, version, savedAt: null };
}

/** Returns the body of a request that saves scores. The scores refer to the submission that the evaluator sees. */
export function bodyOf(
  { note, ...scores }: Partial<ScoreValues>,
  { number }: Pick<ProjectForEvaluation, "number">,
) {
  const read = Object.keys(scores).length > 0 ? number : undefined;
  return {
    scores,
    ...(note !== undefined && { note }),
    ...(read !== undefined && { read }),
  };
}
