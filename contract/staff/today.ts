import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";

/* What those who run the programme find first: what stands still, what runs out, what leaves by itself. */

/** What a thing that needs somebody does: ours stands still, people run out of time, or it waits for us. */
export const ATTENTION_WORDS = ["stuck", "running_out", "waiting"] as const;
export type AttentionWord = (typeof ATTENTION_WORDS)[number];

/**
 * Everything that is looked at, in order of harm, each with its word. A new one needs its sentences in messages/
 * (`staff.today.checks`).
 */
export const CHECKS = {
  database_read_only: "stuck",
  mails_stuck: "stuck",
  mails_paused: "stuck",
  worker_silent: "stuck",
  jobs_silent: "stuck",
  disk_low: "stuck",
  clock_off: "stuck",
  builds_differ: "stuck",
  backup_old: "stuck",
  complete_not_sent: "running_out",
  uploads_interrupted: "running_out",
  uploads_refused: "running_out",
  few_readings: "running_out",
  evaluators_late: "waiting",
  invitations_unanswered: "waiting",
  requests_due: "waiting",
  releases_proposed: "waiting",
  erasures_proposed: "waiting",
  addresses_proposed: "waiting",
  mails_failed: "waiting",
  decisions_unreleased: "waiting",
} as const satisfies Record<string, AttentionWord>;
export type Check = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as [Check, ...Check[]];

/** A mail that should have left is stuck, and a worker that does nothing silent, after this. */
export const MAIL_PATIENCE_MINUTES = 2;
/** A version is replaced within this; nodes of two that are still there then are a release that stopped half-way. */
export const RELEASE_MINUTES = 30;
/** Hours between two backups, and two for the backup itself. */
export const BACKUP_HOURS = 26;
/** In the last days before the deadline, a complete application that was not sent is somebody running out of time. */
export const LAST_DAYS = 3;
/** Readings that a project should have by the last days of the evaluation (rule staff.readings). */
export const READINGS = 3;
export const READINGS_DAYS = 7;
/** Days of the figure, up to and with the last one. */
export const FIGURE_DAYS = 30;

export const AHEAD_KINDS = [
  "opens",
  "begin_reminder",
  "reminder",
  "closes",
  "evaluation_opens",
  "evaluator_reminder",
  "evaluation_closes",
  "awarded",
] as const;

const count = z.int().min(0);
const perDay = z.object({ begun: count, complete: count, sent: count });

export const aheadSchema = z.object({
  kind: z.enum(AHEAD_KINDS),
  at: instantSchema,
  /** Mails that leave if everything stays as it is; 0 where none does. */
  mails: count,
  /** Of reminders: how long before the deadline, and to whom. */
  hours: z.int().nullable(),
  to: z.object({ incomplete: count, complete: count, changed: count }).nullable(),
});
export type Ahead = z.infer<typeof aheadSchema>;

export const checkSchema = z.object({
  check: z.enum(CHECK_NAMES),
  word: z.enum(ATTENTION_WORDS),
  /** How many need somebody: none is zero. */
  count,
  /** Whether there is anything to look at: without a folder of backups nobody knows how old they are. */
  known: z.boolean(),
  /** Since when it is so, or the newest that is well; null where there is no such instant. */
  since: instantSchema.nullable(),
  /** What is measured: milliseconds of a clock, bytes of a disk. */
  measure: z.number().nullable(),
  /** What somebody else’s server said. */
  says: z.string().nullable(),
  /** What is not counted because it is normal until an instant; null where nothing is, the instant where nobody knows it. */
  normal: z.object({ count, until: instantSchema.nullable() }).nullable(),
});
export type CheckAnswer = z.infer<typeof checkSchema>;

export const todaySchema = z
  .object({
    at: instantSchema,
    edition: z
      .object({
        year: z.int(),
        state: z.enum(["not_yet_open", "open", "closed", "awarded"]),
        opensAt: instantSchema,
        closesAt: instantSchema,
        evaluationOpensAt: instantSchema.nullable(),
        evaluationClosesAt: instantSchema.nullable(),
        awardedAt: instantSchema.nullable(),
        graceMinutes: z.int(),
      })
      .nullable(),
    /** Who evaluates and has not closed. */
    evaluators: count,
    /** All of `CHECKS`, in their order. */
    checks: z.array(checkSchema),
    ahead: z.array(aheadSchema),
    days: z.object({
      /** The year of the edition before; null where there is none, or no application of it is here: then `before_unknown` is that year. */
      before: z.int().nullable(),
      before_unknown: z.int().nullable(),
      /** One a day, by days left to the last one: this edition's, and the one before. */
      rows: z.array(z.object({ left: z.int(), today: z.boolean(), now: perDay, before: perDay })),
      total: perDay,
      /** The edition before, as many days before its end as today is before this one's. */
      totalBefore: perDay,
    }),
    /** Applications as they stand: begun and not complete, complete and not sent, sent. */
    applications: z.object({ begun: count, complete: count, sent: count }),
  })
  .meta({ id: "Today" });
export type Today = z.infer<typeof todaySchema>;

export const getToday = endpoint({
  name: "getToday",
  method: "GET",
  path: "wp/v2/staff/today",
  summary: "What needs somebody, what leaves by itself, and how the applications come in",
  access: "staff",
  answer: { status: 200, json: todaySchema },
});

/** What of ours stands still, for the strip on every screen; a look at it costs little. */
export const getStandstill = endpoint({
  name: "getStandstill",
  method: "GET",
  path: "wp/v2/staff/standstill",
  summary: "What stands still now, the most harmful first; nothing on a calm day",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({ at: instantSchema, checks: z.array(checkSchema) }).meta({ id: "Standstill" }),
  },
});

export const todayEndpoints = [getToday, getStandstill];
