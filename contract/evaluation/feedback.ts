import { z } from "zod";
import { endpoint } from "../endpoint";
import { languageSchema, lines } from "../fields";
import { CRITERION_REASONS, hasTooMany } from "./reasons";
import { receivedFeedbackSchema } from "./received-feedback";
import { roundInBody, roundQuery } from "./rounds";

/* Feedback: the text that evaluators write for the applicant. The evaluators' private note is a separate text. */

/** Maximum length of a text for the applicant, in characters. */
export const FEEDBACK_MAX = 1200;

/**
 * Decisions of staff about an evaluator's text: sent as written, sent after editing, withheld, or returned to its
 * author with a question (`asked`). `own` means that staff give reasons without a text.
 */
export const VERDICTS = ["as_written", "edited", "withheld", "asked", "own"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * Minimum number of projects in a ranking for applicants to learn whether their project is above or below the median.
 * With fewer projects, this position would almost reveal the rank or score.
 */
export const BAND_PROJECTS = 10;

const choice = { error: "invalid_choice" } as const;
const limited = <R extends z.ZodType<(typeof CRITERION_REASONS)[number][]>>(schema: R) =>
  schema.refine((all) => !hasTooMany(all), { error: "too_many" });

/**
 * Reasons that evaluators choose for each criterion and that the applicant receives. Each criterion has at most three
 * reasons.
 */
export const criterionReasonsSchema = limited(
  z
    .array(z.enum(CRITERION_REASONS, choice), { error: "invalid_type" })
    .max(CRITERION_REASONS.length, { error: "too_many" }),
);
export const feedbackTextSchema = lines(FEEDBACK_MAX);

export const feedbackSchema = z
  .object({
    text: z.string(),
    language: languageSchema,
    reasons: z.array(z.enum(CRITERION_REASONS)),
    version: z.int(),
    /**
     * Whether the caller can change the text: until the caller closes the evaluation, and again while a question of
     * staff about the text is open.
     */
    open: z.boolean(),
    /** Question of staff to the evaluator about the text; null if there is none. */
    question: z.string().nullable(),
  })
  .meta({ id: "Feedback" });
export type Feedback = z.infer<typeof feedbackSchema>;

export const getFeedback = endpoint({
  name: "getFeedback",
  method: "GET",
  path: "wp/v2/projects/{id}/feedback",
  summary: "What the caller has written for the applicant, in editions that give feedback",
  access: "evaluator",
  query: roundQuery,
  answer: { status: 200, json: feedbackSchema },
  errors: ["invalid_fields", "not_found"],
});

export const saveFeedback = endpoint({
  name: "saveFeedback",
  method: "POST",
  path: "wp/v2/projects/{id}/feedback",
  summary: "Set the text for the applicant, its language and its reasons; absent ones stay",
  access: "evaluator",
  headers: ["If-Match"],
  body: z.object({
    ...roundInBody,
    text: feedbackTextSchema.optional(),
    language: languageSchema.optional(),
    reasons: criterionReasonsSchema.optional(),
  }),
  answer: { status: 200, json: feedbackSchema },
  errors: [
    "conflict_of_interest",
    "evaluation_closed",
    "not_yet_open",
    "project_recused",
    "reading_taken",
    "version_conflict",
    "invalid_fields",
    "not_found",
  ],
});

export const getProjectFeedback = endpoint({
  name: "getProjectFeedback",
  method: "GET",
  path: "wp/v2/project/feedback",
  summary: "What the jury wrote about the application, once it left with a decision",
  access: "user",
  answer: { status: 200, json: z.object({ feedback: z.array(receivedFeedbackSchema) }) },
  errors: ["not_found"],
});

export const feedbackEndpoints = [getFeedback, saveFeedback, getProjectFeedback] as const;
