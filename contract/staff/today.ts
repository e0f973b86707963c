import { z } from "zod";
import { endpoint } from "../endpoint";
import { roundInAnswer } from "../evaluation/rounds";
import { instantSchema } from "../fields";

/* Start page of the staff area: service problems, approaching deadlines, and automatic events. */

/** Kinds of problems: a service is stuck, people run out of time, or something waits for staff. */
export const ATTENTION_WORDS = ["stuck", "running_out", "waiting"] as const;
export type AttentionWord = (typeof ATTENTION_WORDS)[number];

/**
 * All checks, most harmful first, with their kind. A new check needs texts in messages/
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
  invitations_declined: "waiting",
  conflicts_declared: "waiting",
  requests_due: "waiting",
  releases_proposed: "waiting",
  erasures_proposed: "waiting",
  addresses_proposed: "waiting",
  mails_failed: "waiting",
  videos_failed: "waiting",
  sender_domain: "waiting",
  decisions_unreleased: "waiting",
} as const satisfies Record<string, AttentionWord>;
export type Check = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as [Check, ...Check[]];

/** Path of *Today*, which the checks without a list link to. */
export const TODAY_PATH = "/dashboard/regia";
/** The page and filter that show exactly what a check counts, if such a list exists. */
export const CHECK_LISTS: Partial<Record<Check, string>> = {
  mails_stuck: `${TODAY_PATH}/email?state=stuck`,
  mails_failed: `${TODAY_PATH}/email?address=rejecting`,
  mails_paused: `${TODAY_PATH}/email`,
  sender_domain: `${TODAY_PATH}/email`,
  complete_not_sent: `${TODAY_PATH}/candidature?state=complete&due=soon`,
  uploads_interrupted: `${TODAY_PATH}/candidature?trouble=interrupted&due=ahead`,
  uploads_refused: `${TODAY_PATH}/candidature?trouble=refused&due=ahead`,
  few_readings: `${TODAY_PATH}/candidature?readings=few`,
  evaluators_late: `${TODAY_PATH}/valutatori?state=late`,
  conflicts_declared: `${TODAY_PATH}/valutatori/assegnazione?show=conflicts`,
  invitations_unanswered: `${TODAY_PATH}/valutatori?state=unanswered`,
  invitations_declined: `${TODAY_PATH}/valutatori?state=declined`,
  decisions_unreleased: `${TODAY_PATH}/selezione`,
  releases_proposed: `${TODAY_PATH}/selezione`,
  erasures_proposed: `${TODAY_PATH}/persone?erasure=proposed`,
  addresses_proposed: `${TODAY_PATH}/persone/richieste?state=proposed`,
  requests_due: `${TODAY_PATH}/persone/richieste?state=due`,
};

/** Minutes after which a due email counts as stuck and an inactive worker as silent. */
export const MAIL_PATIENCE_MINUTES = 2;
/**
 * Minutes in which a deployment replaces all instances. Two versions after that time mean that the deployment
 * stopped half-way.
 */
export const RELEASE_MINUTES = 30;
/** Maximum age of a backup in hours: one day, and two hours for the backup itself. */
export const BACKUP_HOURS = 26;
/**
 * Number of last days before the deadline in which a complete, unsent application counts as running out of
 * time.
 */
export const LAST_DAYS = 3;
/** Number of last days of the evaluation in which a project should have its readings (rule staff.readings). */
export const READINGS_DAYS = 7;
/** Number of days in the chart. */
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
  /** The round that begins, ends or reminds its evaluators. */
  ...roundInAnswer,
  at: instantSchema,
  /** Number of emails that leave if nothing changes. */
  mails: count,
  /** For reminders: hours before the deadline, and the number of recipients by state. */
  hours: z.int().nullable(),
  to: z.object({ incomplete: count, complete: count, changed: count }).nullable(),
});
export type Ahead = z.infer<typeof aheadSchema>;

export const checkSchema = z.object({
  check: z.enum(CHECK_NAMES),
  word: z.enum(ATTENTION_WORDS),
  /** Number of problems; 0 if all is well. */
  count,
  /** False if the check is impossible, such as the age of backups without a backup folder. */
  known: z.boolean(),
  /** Start of the problem, or time of the newest valid state; null if there is none. */
  since: instantSchema.nullable(),
  /** Measured value, such as milliseconds of clock difference or free bytes. */
  measure: z.number().nullable(),
  /** Response of an external server. */
  says: z.string().nullable(),
  /**
   * Number that is still normal and therefore not counted, and until when. Null if nothing is excluded; `until`
   * is null if the end is unknown.
   */
  normal: z.object({ count, until: instantSchema.nullable() }).nullable(),
  /** For few readings: the number of missing readings, and the most of them that the current jury can give. */
  readings: z.object({ missing: count, possible: count }).nullable(),
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
    /** The round of the counts and checks about the jury. */
    ...roundInAnswer,
    /** Number of evaluators who have not closed. */
    evaluators: count,
    /** All `CHECKS`, in their order. */
    checks: z.array(checkSchema),
    ahead: z.array(aheadSchema),
    days: z.object({
      /**
       * Year of the previous edition. Null without one or if it has no application here; `before_unknown` is the
       * year in the second case.
       */
      before: z.int().nullable(),
      before_unknown: z.int().nullable(),
      /** One row per day, by the days left until the last day: this edition and the previous one. */
      rows: z.array(z.object({ left: z.int(), today: z.boolean(), now: perDay, before: perDay })),
      total: perDay,
      /** Totals of the previous edition at the same number of days before its end. */
      totalBefore: perDay,
    }),
    /** Number of applications: begun and incomplete, complete and not sent, sent. */
    applications: z.object({ begun: count, complete: count, sent: count }),
    /** Number of applications in the caller's charge that need attention, and of open data requests. */
    mine: z.object({ applications: count, requests: count }),
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

/** Returns only the service problems, for the banner on all pages. Runs only cheap checks. */
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
