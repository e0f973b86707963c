import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema } from "../fields";

/*
 * The checks of the page *Today*. This file does not import the other schemas of *Today*: every page of staff loads
 * this file, and should not load those schemas.
 */

/** Kinds of problems on the page *Today*: a service is stuck, people run out of time, or something waits for staff. */
export const ATTENTION_WORDS = ["stuck", "running_out", "waiting"] as const;
export type AttentionWord = (typeof ATTENTION_WORDS)[number];

/**
 * All checks of the page *Today*, most harmful first, with their kind. A new check needs texts in messages/
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
  rounds_blocked: "running_out",
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
  videos_waiting: "waiting",
  sender_domain: "waiting",
  decisions_unreleased: "waiting",
} as const satisfies Record<string, AttentionWord>;
export type Check = keyof typeof CHECKS;
export const CHECK_NAMES = Object.keys(CHECKS) as [Check, ...Check[]];

const count = z.int().min(0);

export const checkSchema = z.object({
  check: z.enum(CHECK_NAMES),
  word: z.enum(ATTENTION_WORDS),
  /** Number of problems that the check found; 0 if all is well. */
  count,
  /** False if the check cannot run. For example, without a backup folder, the age of the newest backup is unknown. */
  known: z.boolean(),
  /**
   * Start of the problem. For a check of a recurring event such as a backup, the time of the last successful event.
   * Null if there is none.
   */
  since: instantSchema.nullable(),
  /** Measured value of the check, such as free bytes, or milliseconds of clock difference. */
  measure: z.number().nullable(),
  /** Response of an external server, such as the mail server's error. */
  says: z.string().nullable(),
  /**
   * Cases that are still normal, which `count` excludes: their number, and the time until which they are normal (null
   * if unknown). Null if the check excludes no case.
   */
  normal: z.object({ count, until: instantSchema.nullable() }).nullable(),
  /**
   * For projects with too few readings: how many readings are missing, and how many of the missing readings the current
   * jury can still do.
   */
  readings: z.object({ missing: count, possible: count }).nullable(),
});
export type CheckAnswer = z.infer<typeof checkSchema>;

/** Returns only the service problems, for the banner on all pages of staff. Only quick checks run. */
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
