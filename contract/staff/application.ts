import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, requiredLine, TEXT_MAX } from "../fields";
import { FIELD_NAMES } from "../project/project-fields";
import { projectSchema } from "../project/project-schemas";
import { TIMELINE_TYPES } from "../project/timeline";
import { ACTS } from "./acts";
import { applicationRowSchema } from "./applications";
import { selectionRowSchema } from "./selection";

/* One application, as those who run the programme see it: what happened, and what was sent; no score, no draft's text. */

/** Who or what did something: each has its lane. */
export const LANES = ["person", "file", "staff", "mail"] as const;

/**
 * What a mail is: in the queue, standing still for longer than anybody is patient, given up, taken by the server, or left
 * out because it was no longer true.
 */
export const MAIL_STATES = ["waiting", "stuck", "failed", "sent", "expired"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** How many of the jury have to have begun before it is told how much is read: of fewer, each would be known. */
export const COVERAGE_FROM = 3;

const count = z.int().min(0);
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** A mail and what became of it. */
export const mailHappeningSchema = z.object({
  kind: z.literal("mail"),
  lane: z.literal("mail"),
  /** When it was queued; `left` when the server took it, or it was given up. */
  at: instantSchema,
  left: instantSchema.nullable(),
  id: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: count,
  /** What the server said last, or our worker where it said nothing. */
  says: z.string().nullable(),
});

export const happeningSchema = z.discriminatedUnion("kind", [
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
    act: z.enum(ACTS),
    who: z.string().nullable(),
    reason: z.string().nullable(),
    /** Its line in the log. */
    line: z.int(),
  }),
  mailHappeningSchema,
]);
export type Happening = z.infer<typeof happeningSchema>;

const changeSchema = z.object({
  field: z.enum(FIELD_NAMES as [string, ...string[]]),
  /** As written; null where it is no text. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const applicationSchema = applicationRowSchema
  .extend({
    edition: z.int(),
    /** Of the edition whose applications can be acted upon. */
    current: z.boolean(),
    /** This applicant's own, and everybody's. */
    deadline_at: instantSchema,
    closes_at: instantSchema,
    /** Of the device that saved last; null where that is not known. */
    time_zone: z.string().nullable(),
    /** Newest first. */
    happened: z.array(happeningSchema),
    /** What was sent, the newest first, and what it changed in the one before. */
    versions: z.array(
      z.object({
        number: z.string(),
        sent_at: instantSchema,
        sha256: z.string(),
        /** The one that evaluators read. */
        current: z.boolean(),
        changes: z.array(changeSchema),
      }),
    ),
    /** Names of the fields that the draft has otherwise than what was sent; its text is closed. */
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
        /** Whether the draft holds it still; else only a sent version does. */
        in_draft: z.boolean(),
        /** Its bytes are gone. */
        missing: z.boolean(),
      }),
    ),
    /**
     * How many evaluators have read it, by state, never who; null until enough have begun, and of what nobody reads. `missed` have closed
     * without reading it.
     */
    coverage: z
      .object({ read: count, begun: count, recused: count, unread: count, missed: count })
      .nullable(),
    /** Evaluators, how many have closed, and whether staff can read the ranking. */
    jury: z.object({ all: count, closed: count, open: z.boolean() }),
    /** Its place, once staff can read the ranking; its fields are null where it has no complete reading. */
    result: selectionRowSchema
      .pick({ rank: true, calibrated: true, mean: true, readings: true })
      .nullable(),
    /** What was decided, stage by stage; of decisions that are not released only what staff can read. */
    decisions: z.array(
      selectionRowSchema.shape.decisions.element
        .omit({ released: true })
        .extend({ released_at: instantSchema.nullable() }),
    ),
  })
  .meta({ id: "StaffApplicationWhole" });
export type Application = z.infer<typeof applicationSchema>;

export const getApplication = endpoint({
  name: "getApplication",
  method: "GET",
  path: "wp/v2/staff/applications/{id}",
  summary: "One application: what happened, what was sent, its files, and how many have read it",
  access: "staff",
  answer: { status: 200, json: applicationSchema },
  errors: ["not_found"],
});

const id = "wp/v2/staff/applications/{id}";

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

/** What does not fit what was sent: the person is gone, a file's bytes or the answers are others, or the instant is. */
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
      /** Empty where all fits. */
      faults: z.array(
        z.object({ what: z.enum(RECEIPT_FAULTS), ...fileOf }).partial({ field: true, name: true }),
      ),
      /** Files of an earlier version whose bytes were let go: their fingerprints on record stand in. */
      released: z.array(z.object({ ...fileOf, sha256: z.string() })),
    }),
  },
  errors: ["not_found"],
});

export const applicationEndpoints = [getApplication, writeNote, openDraft, verifyVersion];
