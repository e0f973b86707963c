import { z } from "zod";
import { endpoint } from "../endpoint";
import { yearSchema } from "../evaluation/evaluation-schemas";
import { feedbackTextSchema, VERDICTS } from "../evaluation/feedback";
import { RACE, type Stage } from "../evaluation/funnel";
import { CRITERION_REASONS, GENERAL_REASONS, hasTooMany } from "../evaluation/reasons";
import { leavingTextSchema } from "../evaluation/received-feedback";
import { instantSchema, languageSchema, requiredLine, TEXT_MAX, wrongChoice } from "../fields";
import { action, BULK, CHOSEN_MAX } from "./preview";

/* Texts for applicants before a release: what evaluators wrote, and what staff decided about each text. */

const count = z.int().min(0);
const choice = { error: "invalid_choice" } as const;
/** Stages at which an applicant can be rejected. */
const STAGES = RACE as [Stage, ...Stage[]];

/**
 * Kinds of content that a text for an applicant should not contain, such as the name of an evaluator. Only staff see
 * what the check finds. If evaluators saw it, they could find out who the other evaluators are.
 */
export const FOUND_KINDS = ["evaluator", "project", "link", "address", "phone", "score"] as const;
const foundSchema = z.object({ kind: z.enum(FOUND_KINDS), text: z.string() });
export type FoundInText = z.infer<typeof foundSchema>;

/**
 * State of the feedback for a project. `waiting`: a text waits for a decision of staff. `empty`: the applicant would
 * receive no feedback. `ready`: staff have decided about all texts.
 */
export const FEEDBACK_STATES = ["waiting", "empty", "ready"] as const;
export const FEEDBACK_PER_PAGE = 20;

const verdictSchema = z.object({
  kind: z.enum(VERDICTS),
  /** The text as edited by staff, which is sent instead of the evaluator's text. */
  edited: leavingTextSchema.nullable(),
  question: z.string(),
  at: instantSchema,
});

const writtenSchema = leavingTextSchema.extend({
  id: z.string(),
  author: z.string(),
  found: z.array(foundSchema),
  /**
   * Staff's decision about this text for the applicant. Null until staff decide, and again after the evaluator changes
   * the text.
   */
  verdict: verdictSchema.nullable(),
});
export type WrittenFeedback = z.infer<typeof writtenSchema>;

export const feedbackProjectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z.enum(FEEDBACK_STATES),
    texts: z.array(writtenSchema),
    /** Text and reasons that staff wrote for the applicant; null if there are none. */
    own: leavingTextSchema.nullable(),
    /** Last summary of the evaluators' discussion, which staff can send as a text; null without a summary. */
    summary: leavingTextSchema.pick({ text: true, language: true }).nullable(),
  })
  .meta({ id: "FeedbackProject" });
export type FeedbackProject = z.infer<typeof feedbackProjectSchema>;

const staffFeedbackSchema = z
  .object({
    edition: z.int(),
    stage: z.enum(STAGES),
    /** Whether applicants get feedback from the round that decides the stage. */
    given: z.boolean(),
    /** Whether staff can read the ranking of the round that decides the stage. */
    open: z.boolean(),
    counts: z.object({ all: count, waiting: count, empty: count, ready: count }),
    page: z.int(),
    pages: z.int(),
    /** Projects that the stage's next release would reject, in the order of the ranking. */
    projects: z.array(feedbackProjectSchema),
  })
  .meta({ id: "StaffFeedback" });

export const listFeedback = endpoint({
  name: "listFeedback",
  method: "GET",
  path: "wp/v2/staff/feedback",
  summary: "The texts for the applicants that a release would not select, and what leaves",
  access: "staff",
  query: z.object({
    edition: yearSchema.optional(),
    stage: z.enum(STAGES, choice),
    state: z.enum(FEEDBACK_STATES, choice).optional(),
    page: z.coerce.number({ error: "invalid_type" }).int(choice).min(1, choice).default(1),
  }),
  answer: { status: 200, json: staffFeedbackSchema },
  errors: ["invalid_fields", "not_found"],
});

const ids = z
  .array(z.uuid(choice), { error: "invalid_type" })
  .min(1, { error: "too_few" })
  .max(CHOSEN_MAX, { error: "too_many" });
const about = { edition: yearSchema, stage: z.enum(STAGES, wrongChoice) };
const errors = ["jury_not_closed"] as const;
const anyReasons = z
  .array(z.enum([...CRITERION_REASONS, ...GENERAL_REASONS], choice), { error: "invalid_type" })
  .max(CRITERION_REASONS.length, { error: "too_many" })
  .refine((all) => !hasTooMany(all), { error: "too_many" });

export const approveFeedback = action({
  name: "approveFeedback",
  path: "wp/v2/staff/feedback/approvals",
  summary: "Let texts leave as they are written",
  confirm: { step: "click" },
  input: { ...about, ids },
  errors,
});

export const editFeedback = action({
  name: "editFeedback",
  path: "wp/v2/staff/feedback/edits",
  summary: "Let another wording of a text leave; what its author wrote is kept",
  confirm: { step: "reason" },
  input: {
    ...about,
    id: z.uuid(choice),
    text: feedbackTextSchema,
    language: languageSchema,
    reasons: anyReasons,
  },
  errors,
});

export const withholdFeedback = action({
  name: "withholdFeedback",
  path: "wp/v2/staff/feedback/withholdings",
  summary: "Keep texts back: no applicant ever reads them",
  confirm: BULK,
  input: { ...about, ids },
  errors,
});

export const askFeedback = action({
  name: "askFeedback",
  path: "wp/v2/staff/feedback/questions",
  summary: "Ask the author about a text, which opens that one text again",
  confirm: { step: "reason" },
  input: { ...about, id: z.uuid(choice), question: requiredLine(TEXT_MAX) },
  errors,
});

export const giveReasons = action({
  name: "giveReasons",
  path: "wp/v2/staff/feedback/reasons",
  summary: "Give the same reasons to several applicants; none takes them back",
  confirm: BULK,
  input: { ...about, projects: ids, reasons: anyReasons },
  errors,
});

export const writeFeedback = action({
  name: "writeFeedback",
  path: "wp/v2/staff/feedback/texts",
  summary:
    "Write a text to one applicant, such as the summary of a discussion; an empty text takes it back",
  confirm: { step: "reason" },
  input: {
    ...about,
    project: z.uuid(choice),
    text: feedbackTextSchema,
    language: languageSchema,
  },
  errors,
});

export const staffFeedbackEndpoints = [
  listFeedback,
  approveFeedback,
  editFeedback,
  withholdFeedback,
  askFeedback,
  giveReasons,
  writeFeedback,
] as const;
