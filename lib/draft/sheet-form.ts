import {
  type Evaluation,
  type ProjectForEvaluation,
  saveEvaluationSchema,
  scoresSchema,
} from "@/contract/evaluation/evaluation-schemas";
import { isSentAgain } from "@/contract/evaluation/sent-again";
import { NO_SCORES, type Scores } from "@/contract/evaluation/weights";
import { checkBy, type FieldOf, type Form } from "./form";
import type { Word } from "./state";

/** A score sheet as it is in the tab. */
export type SheetValues = Scores & { note: string };

const SCHEMAS = { ...scoresSchema.shape, note: saveEvaluationSchema.shape.note };

/** The score sheet as the engine knows it: a judgement is one thing, so conflicts are asked about as one. */
export const SHEET_FORM: Form<SheetValues> = {
  fields: Object.keys(SCHEMAS) as FieldOf<SheetValues>[],
  check: checkBy<SheetValues>(SCHEMAS),
  whole: true,
  isUnsaved: () => false,
};

/** The sheet part of an evaluation; before the first score there is none. */
export function wordOfSheet({ evaluation }: ProjectForEvaluation): Word<SheetValues> {
  const { scores, note, version } = evaluation ?? { scores: NO_SCORES, note: "", version: 0 };
  return { values: { ...scores, note }, version, savedAt: null };
}

/** The body of a save; scores are about the version that was shown when they were given. */
export function bodyOf(
  { note, ...scores }: Partial<SheetValues>,
  { number }: Pick<ProjectForEvaluation, "number">,
) {
  const read = Object.keys(scores).length > 0 ? number : undefined;
  return { scores, ...(note !== undefined && { note }), ...(read !== undefined && { read }) };
}

/** The project with what has been stored of its evaluation, unless a newer one is known. */
export function withStored(known: ProjectForEvaluation, evaluation: Evaluation) {
  const version = known.evaluation?.version ?? 0;
  if (version > evaluation.version) return known;
  return { ...known, evaluation, sent_again: isSentAgain(evaluation) };
}
