import {
  criterionReasonsSchema,
  type Feedback,
  feedbackTextSchema,
} from "@/contract/evaluation/feedback";
import { languageSchema } from "@/contract/fields";
import { checkBy, type FieldOf, type Form } from "./form";
import type { ServerSnapshot } from "./state";

/** An evaluator's text for the applicant, as the evaluator edits it. */
export type FeedbackValues = Pick<Feedback, "text" | "language" | "reasons">;

const SCHEMAS = {
  text: feedbackTextSchema,
  language: languageSchema,
  reasons: criterionReasonsSchema,
};

/**
 * Form of an evaluator's text for the applicant. After an edit conflict, the user decides about text, language, and
 * reasons together.
 */
export const FEEDBACK_FORM: Form<FeedbackValues> = {
  fields: Object.keys(SCHEMAS) as FieldOf<FeedbackValues>[],
  check: checkBy<FeedbackValues>(SCHEMAS),
  whole: true,
  isUnsaved: () => false,
};

/** Returns the server snapshot of an evaluator's stored text for the applicant, with the form's values. */
export function snapshotOfFeedback({
  text,
  language,
  reasons,
  version,
}: Feedback): ServerSnapshot<FeedbackValues> {
  return { values: { text, language, reasons }, version, savedAt: null };
}
