import { z } from "zod";
import { endpoint } from "../endpoint";
import { scoresSchema } from "../evaluation/evaluation-schemas";
import { STAGE_IDS } from "../evaluation/funnel";
import { receivedFeedbackSchema } from "../evaluation/received-feedback";
import { roundInAnswer, roundQuery } from "../evaluation/rounds";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";
import { FIELD_NAMES } from "../project/project-fields";
import { projectSchema } from "../project/project-schemas";
import { renditionQuery, renditionStatesSchema } from "../project/renditions";
import { TIMELINE_TYPES } from "../project/timeline";
import { applicationRowSchema } from "./applications";
import { STAFF_ACTIONS } from "./audit-log";
import { mailActivitySchema } from "./mail-activity";
import { selectionRowSchema } from "./selection";

/*
 * Endpoints with which staff read one application: its activity and its submissions, without scores and without the
 * text of the draft.
 */

/** Sources of an application's activity. Each source has one column on the page for staff. */
export const TIMELINE_LANES = ["person", "file", "staff", "mail"] as const;

/**
 * Whether staff can read an application's submissions: `yes`, or the reason why not. `deactivated` means that the
 * applicant closed the account before the winners were announced.
 */
export const READABLE = ["yes", "unsent", "withdrawn", "deactivated", "erased"] as const;

const count = z.int().min(0);
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const activitySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("event"),
    lane: z.enum(["person", "file"]),
    at: instantSchema,
    type: z.enum(TIMELINE_TYPES),
    facts,
  }),
  z.object({
    kind: z.literal("act"),
    lane: z.literal("staff"),
    at: instantSchema,
    act: z.enum(STAFF_ACTIONS),
    who: z.string().nullable(),
    reason: z.string().nullable(),
    line: z.int(),
  }),
  mailActivitySchema,
]);
export type ActivityEntry = z.infer<typeof activitySchema>;

const changeSchema = z.object({
  field: z.enum(FIELD_NAMES as [string, ...string[]]),
  /**
   * A changed answer as entered, before and after the change. Null if the answer is not a text, or if staff cannot read
   * the submissions.
   */
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const applicationSchema = applicationRowSchema
  .extend({
    edition: z.int(),
    /** True for the current edition. Staff can act only on applications of the current edition. */
    current: z.boolean(),
    /** Deadline of this applicant, including an extension. `closes_at` is the general deadline. */
    deadline_at: instantSchema,
    closes_at: instantSchema,
    /** Time zone of the device that last saved the application; null if unknown. */
    time_zone: z.string().nullable(),
    /** Whether staff can read the application's submissions, or the reason why not. */
    readable: z.enum(READABLE),
    /** Activity of the application, newest first. */
    happened: z.array(activitySchema),
    /** Submissions, newest first, each with its changes from the previous submission. */
    versions: z.array(
      z.object({
        number: z.string(),
        sent_at: instantSchema,
        sha256: z.string(),
        /** True for the submission that evaluators read. */
        current: z.boolean(),
        changes: z.array(changeSchema),
      }),
    ),
    /** Other applications of the edition with a phone number of this draft. A shared phone number prevents sending. */
    shared_phones: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Names of the fields in which the draft differs from the submission. The draft's answers are not included. */
    draft_changes: z.array(z.string()),
    files: z.array(
      z.object({
        id: z.string(),
        field: z.string(),
        name: z.string(),
        size: count,
        pages: z.int().nullable(),
        duration: z.number().nullable(),
        uploaded_at: instantSchema,
        /** True if the draft still contains the file; else only a submission contains it. */
        in_draft: z.boolean(),
        /** True if the file is missing in the file store. */
        missing: z.boolean(),
      }),
    ),
    /**
     * Number of evaluators, without names, per state of their work on the project. `missed` counts evaluators who had
     * not read the project when they closed their evaluation or the round ended. Null without a submission, and until
     * enough evaluators have begun.
     */
    coverage: z
      .object({ read: count, begun: count, recused: count, unread: count, missed: count })
      .nullable(),
    /**
     * Round of `coverage`, `jury` and `result`: the requested round, or else the last round that contains the project.
     */
    ...roundInAnswer,
    /**
     * Number of evaluators, number of closed evaluations, whether staff can read the ranking, and whether a director
     * opened the ranking early.
     */
    jury: z.object({ all: count, closed: count, open: z.boolean(), early: z.boolean() }),
    /**
     * Position of the project in the ranking, once staff can read the ranking. The fields are null if no evaluation is
     * complete.
     */
    result: selectionRowSchema
      .pick({ rank: true, calibrated: true, mean: true, readings: true, criteria: true })
      .extend({
        /** Mean of each criterion over all projects of the ranking. */
        criteria_all: selectionRowSchema.shape.criteria,
        /** Number of projects in the ranking. */
        of: count,
        /**
         * The stage that the round decides, and how many projects are selected for the stage. `last` is the selected
         * project with the lowest rank; null before the first decision.
         */
        through: z.object({
          stage: z.enum(STAGE_IDS),
          count,
          last: z.object({ rank: count, calibrated: z.number() }).nullable(),
        }),
      })
      .nullable(),
    /**
     * Decisions about the application by stage. Unreleased decisions are included only if staff can read the ranking.
     */
    decisions: z.array(
      selectionRowSchema.shape.decisions.element
        .omit({ released: true })
        .extend({ released_at: instantSchema.nullable() }),
    ),
    /** Feedback that the applicant received with released decisions. */
    feedback: z.array(receivedFeedbackSchema),
  })
  .meta({ id: "StaffApplicationWhole" });
export type Application = z.infer<typeof applicationSchema>;

export const getApplication = endpoint({
  name: "getApplication",
  method: "GET",
  path: "wp/v2/staff/applications/{id}",
  summary: "One application: what happened, what was sent, its files, and how many have read it",
  access: "staff",
  query: roundQuery,
  answer: { status: 200, json: applicationSchema },
  errors: ["invalid_fields", "not_found"],
});

const id = "wp/v2/staff/applications/{id}";

export const getApplicationEvaluations = endpoint({
  name: "getApplicationEvaluations",
  method: "GET",
  path: `${id}/evaluations`,
  summary:
    "The scores of an application by the number of their evaluator, and the reasons of recusals, once the ranking can be read",
  access: "staff",
  query: roundQuery,
  answer: {
    status: 200,
    json: z
      .object({
        /**
         * Round of the scores: the requested round, or else the last round that contains the project.
         */
        ...roundInAnswer,
        /**
         * Complete evaluations by evaluators who have closed their evaluation. `number` is the evaluator's number in
         * all exports of the round.
         */
        evaluations: z.array(
          z.object({
            number: z.int(),
            scores: scoresSchema,
            total: z.number(),
            calibrated: z.number(),
          }),
        ),
        /**
         * Reasons of recusals from the evaluation records of evaluators who have closed their evaluation. The
         * alphabetical order reveals no evaluator.
         */
        recusals: z.array(z.string()),
      })
      .meta({ id: "StaffApplicationEvaluations" }),
  },
  errors: ["invalid_fields", "not_found", "jury_not_closed"],
});

export const writeNote = endpoint({
  name: "writeNote",
  method: "POST",
  path: `${id}/notes`,
  summary: "A note about an application, for the staff alone: a line of the log, never changed",
  access: "staff",
  body: z.object({ text: requiredLine(TEXT_MAX) }),
  answer: { status: 204 },
  errors: ["invalid_fields", "not_found"],
});

export const openDraft = endpoint({
  name: "openDraft",
  method: "POST",
  path: `${id}/draft`,
  summary: "What the draft of an application says now; that it was opened, and why, is in the log",
  access: "staff",
  body: z.object({ reason: requiredLine(TEXT_MAX) }),
  answer: { status: 200, json: z.object({ saved_at: instantSchema, project: projectSchema }) },
  errors: ["invalid_fields", "not_found"],
});

/**
 * Reasons why a submission's stored content does not match its receipt: the person was erased, a file is missing or
 * changed, or the answers or the time differ.
 */
export const RECEIPT_FAULTS = [
  "erased",
  "bytes_gone",
  "other_bytes",
  "answers",
  "instant",
] as const;

const fileOf = { field: z.string(), name: z.string() };

export const verifyVersion = endpoint({
  name: "verifyVersion",
  method: "GET",
  path: `${id}/versions/{number}`,
  summary: "A sent version's fingerprint, computed again from its answers and the files' bytes",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({
      at: instantSchema,
      stored: z.string(),
      computed: z.string(),
      /** Differences between the stored content and the receipt; empty if the two match. */
      faults: z.array(
        z.object({ what: z.enum(RECEIPT_FAULTS), ...fileOf }).partial({ field: true, name: true }),
      ),
      /**
       * Files of an earlier submission that were deleted from the file store. The check uses the recorded hashes of
       * these files instead of their content.
       */
      released: z.array(z.object({ ...fileOf, sha256: z.string() })),
    }),
  },
  errors: ["not_found"],
});

/*
 * Endpoints with which staff read a submission. Staff see what evaluators see, and also the applicant's contact data.
 * Staff enter no reason, because the audit log names each staff member who reads. Allowed only while `readable` is
 * `yes`.
 */

export const readVersion = endpoint({
  name: "readVersion",
  method: "GET",
  path: `${id}/versions/{number}/answers`,
  summary: "A sent version: all answers, and those of the version before that differ",
  access: "staff",
  answer: {
    status: 200,
    json: z
      .object({
        number: z.string(),
        sent_at: instantSchema,
        project: projectSchema,
        /** Answers of the previous submission that differ from this submission. Empty for the first submission. */
        before: projectSchema.partial(),
        /**
         * Ids of the submission's files that are missing in the file store. Replaced files of earlier submissions are
         * not kept.
         */
        missing: z.array(z.string()),
        renditions: renditionStatesSchema,
      })
      .meta({ id: "SentVersion" }),
  },
  errors: ["not_found"],
});

export const getVersionFile = endpoint({
  name: "getVersionFile",
  method: "GET",
  path: `${id}/versions/{number}/files/{fileId}`,
  summary: "A file of a sent version",
  access: "staff",
  query: renditionQuery,
  headers: ["Range"],
  answer: { status: 200, bytes: "application/octet-stream" },
  errors: ["not_found"],
});

export const getVersionDossier = endpoint({
  name: "getVersionDossier",
  method: "GET",
  path: `${id}/versions/{number}/dossier`,
  summary: "A sent version as a PDF, without contact data and without scores",
  access: "staff",
  answer: { status: 200, bytes: "application/pdf" },
  errors: ["not_found"],
});

export const applicationEndpoints = [
  getApplication,
  getApplicationEvaluations,
  writeNote,
  openDraft,
  verifyVersion,
  readVersion,
  getVersionFile,
  getVersionDossier,
];
