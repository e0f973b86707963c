import { z } from "zod";
import { endpoint } from "../endpoint";
import { perStage } from "../evaluation/funnel";
import { placesSchema } from "../evaluation/places-schema";
import { booleanSchema, instantSchema, wrongChoice, wrongType } from "../fields";
import { AFTER_SENDING, EDITION_STATES } from "../project/project-schemas";
import { auditEntrySchema } from "./audit-log";
import { action } from "./preview";

/* Endpoints for an edition with its dates, which staff can move. */

/** Dates of an edition that staff can set, in chronological order. */
export const EDITION_DATES = [
  "opens",
  "closes",
  "evaluation-opens",
  "evaluation-closes",
  "awarded",
] as const;
export type EditionDate = (typeof EDITION_DATES)[number];

/**
 * Dates that are the last day of a period. The period ends at the end of that day. Each other date is the beginning of
 * its day.
 */
export const LAST_DAY_DATES: readonly EditionDate[] = ["closes", "evaluation-closes"];

/** Number of audit log entries that are shown beside the dates of an edition. */
export const CHANGES_SHOWN = 6;

/**
 * Maximum number of reminder times that a request can contain. An edition allows fewer reminder times; if a request
 * exceeds that lower limit, the preview lists a blocker.
 */
const REMINDERS_GIVEN = 50;

const count = z.int().min(0);
const state = z.enum(EDITION_STATES);

export const staffEditionSchema = z
  .object({
    at: instantSchema,
    year: z.int(),
    state,
    /** True for the current edition, which is the only edition that applicants and evaluators see. */
    current: z.boolean(),
    after_sending: z.enum(AFTER_SENDING),
    figures: z.object({
      places: placesSchema,
      readings: z.int(),
      /**
       * Number of readings per project in the current assignment plan. This number overrides the edition's number of
       * readings. Null without a plan.
       */
      readings_planned: z.int().nullable(),
      grace_minutes: z.int(),
      /** False if the edition has no separate grace period and therefore uses the site's grace period. */
      grace_own: z.boolean(),
      reminders: z.object({
        applicants: z.array(z.int()),
        begin: z.array(z.int()),
        evaluators: z.array(z.int()),
      }),
      /**
       * `feedback`: whether evaluators of the first round write texts for applicants. `feedback_band`: whether
       * applicants learn if their project is above, around, or below the round's median.
       */
      feedback: z.boolean(),
      feedback_band: z.boolean(),
      /** Whether evaluators of the first round discuss projects. */
      discussion: z.boolean(),
      /** Whether the edition has several rounds. The later rounds have their own settings. */
      rounds: z.boolean(),
      /**
       * True after the first release of decisions: the numbers of places per stage and of readings per project can no
       * longer change.
       */
      frozen: z.boolean(),
    }),
    dates: z.array(
      z.object({
        which: z.enum(EDITION_DATES),
        /** The date as an instant: for a last day, the end of that day. Null if the date is not set. */
        at: instantSchema.nullable(),
        /** Last change of the date and its author; null if the audit log contains no change. */
        changed: z.object({ at: instantSchema, who: z.string().nullable() }).nullable(),
      }),
    ),
    /** Number of unsent and number of sent applications. Withdrawn applications do not count. */
    applications: z.object({ to_send: count, sent: count }),
    /** Number of evaluators who have not closed their evaluations. */
    evaluators: count,
    /**
     * Scheduled automatic reminders: their times, and the number of emails that the current recipients would get.
     */
    reminders: z.array(z.object({ at: instantSchema, mails: count })),
    /** For each time at which deadline extensions end, the number of these extensions. */
    extensions: z.array(z.object({ at: instantSchema, count })),
    /**
     * Time and author of the staff action that closed the edition before its planned day; null without such an action.
     * A restart of the product does not reopen such an edition.
     */
    closed_by: z.object({ at: instantSchema, who: z.string().nullable() }).nullable(),
    /** Editions other than the one in the response, newest first. */
    others: z.array(z.object({ year: z.int(), state, current: z.boolean() })),
    /** Whether staff can remove the edition: it has no application and is not the only edition. */
    removable: z.boolean(),
    /** Last changes of the edition in the audit log. */
    changes: z.array(auditEntrySchema),
  })
  .meta({ id: "StaffEdition" });
export type StaffEdition = z.infer<typeof staffEditionSchema>;

export const getStaffEdition = endpoint({
  name: "getStaffEdition",
  method: "GET",
  path: "wp/v2/staff/editions/{year}",
  summary: "An edition with all its dates, what moves with them, and who changed what last",
  access: "staff",
  answer: { status: 200, json: staffEditionSchema },
  errors: ["not_found"],
});

const day = z.iso.date({ error: "invalid_choice" });

export const moveDate = action({
  name: "moveDate",
  path: "wp/v2/staff/editions/{year}/dates",
  summary: "Move one date of an edition to a day of Rome; a last day is included",
  confirm: { step: "typed", evenToNobody: true },
  input: { which: z.enum(EDITION_DATES, wrongChoice), day },
});

export const openEdition = action({
  name: "openEdition",
  path: "wp/v2/staff/editions/{year}/opening",
  summary: "Open an edition, new or existing, from one day of Rome to another, both included",
  confirm: { step: "reason" },
  input: { from: day, until: day },
});

export const closeEdition = action({
  name: "closeEdition",
  path: "wp/v2/staff/editions/{year}/closing",
  summary: "Close an edition’s applications now",
  confirm: { step: "typed", evenToNobody: true },
});

export const setAfterSending = action({
  name: "setAfterSending",
  path: "wp/v2/staff/editions/{year}/after-sending",
  summary: "Say whether a sent application may be changed until the deadline",
  confirm: { step: "reason", evenToNobody: true },
  input: { rule: z.enum(AFTER_SENDING, wrongChoice) },
});

const whole = z.int({ error: "invalid_type" });
const hours = z.array(whole, { error: "invalid_type" }).max(REMINDERS_GIVEN, { error: "too_many" });
const places = z.object(
  perStage(() => whole.optional()),
  { error: "invalid_type" },
);

/**
 * Changes the given settings of an edition; all other settings keep their values. For a value out of range, the preview
 * lists a blocker that names the setting.
 */
export const setEditionFigures = action({
  name: "setEditionFigures",
  path: "wp/v2/staff/editions/{year}/figures",
  summary:
    "Set an edition’s places per stage, readings, grace period, reminder times, feedback and discussion",
  access: "director",
  confirm: { step: "reason", evenToNobody: true },
  input: {
    places: places.optional(),
    readings: whole.optional(),
    /** Grace period in minutes. Null: the edition uses the site's grace period. */
    grace_minutes: whole.nullable().optional(),
    /**
     * Hours before the end of the call or of the evaluation at which reminders are sent, per kind of recipient.
     */
    reminders: z
      .object(
        { applicants: hours.optional(), begin: hours.optional(), evaluators: hours.optional() },
        { error: "invalid_type" },
      )
      .optional(),
    feedback: booleanSchema.optional(),
    feedback_band: booleanSchema.optional(),
    discussion: booleanSchema.optional(),
  },
});

export const cloneEdition = action({
  name: "cloneEdition",
  path: "wp/v2/staff/editions/{year}/clone",
  summary: "Prepare another year’s edition with the same days and rule",
  confirm: { step: "reason" },
  input: {
    to: z
      .int(wrongType)
      .min(2000, { error: "invalid_choice" })
      .max(2999, { error: "invalid_choice" }),
  },
});

export const removeEdition = action({
  name: "removeEdition",
  path: "wp/v2/staff/editions/{year}/removal",
  summary: "Remove an edition in which nobody has begun anything",
  confirm: { step: "reason" },
});

export const listStaffEditions = endpoint({
  name: "listStaffEditions",
  method: "GET",
  path: "wp/v2/staff/editions",
  summary: "Every edition, the newest first, prepared ones too",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({ editions: z.array(z.object({ year: z.int(), current: z.boolean() })) }),
  },
});

export const editionEndpoints = [
  listStaffEditions,
  getStaffEdition,
  moveDate,
  openEdition,
  closeEdition,
  setAfterSending,
  setEditionFigures,
  cloneEdition,
  removeEdition,
];
