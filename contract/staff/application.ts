import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";
import { FIELD_NAMES } from "../project/project-fields";
import { TIMELINE_TYPES } from "../project/timeline";
import { ACTS } from "./acts";
import { applicationRowSchema } from "./applications";

/* One application, as those who run the programme see it: what happened, and what was sent; no score, no draft's text. */

/** Who or what did something: each has its lane. */
export const LANES = ["person", "file", "staff", "mail"] as const;

/** What became of a mail; `stuck` is one that waits for longer than anybody is patient. */
export const MAIL_STATES = ["waiting", "stuck", "failed", "sent"] as const;

/** How many have to have begun before it is told how many have read: of fewer, each would be known. */
export const COVERAGE_FROM = 3;

const count = z.int().min(0);
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

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
  z.object({
    kind: z.literal("mail"),
    lane: z.literal("mail"),
    /** When it was queued; `left` when the server took it, or it was given up. */
    at: instantSchema,
    left: instantSchema.nullable(),
    id: z.string(),
    subject: z.string(),
    state: z.enum(MAIL_STATES),
    attempts: count,
    /** What was wrong last, in the words of our worker. */
    says: z.string().nullable(),
  }),
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
    /** This applicant's own, and everybody's. */
    deadline_at: instantSchema,
    closes_at: instantSchema,
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
      }),
    ),
    /** How many evaluators have read it, by state, never who; null until enough have begun. */
    coverage: z.object({ read: count, begun: count, recused: count, unread: count }).nullable(),
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

export const applicationEndpoints = [getApplication];
