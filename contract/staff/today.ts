import { z } from "zod";
import { endpoint } from "../endpoint";
import { roundInAnswer, roundSchema } from "../evaluation/rounds";
import { instantSchema } from "../fields";
import { type Check, checkSchema, getStandstill } from "./checks";
import { OPENING_OBSTACLES } from "./rounds";

/* Start page of the control room: service problems, approaching deadlines, and future automatic events. */

/** Path of the page *Today*. The links of checks without a separate list lead to this page. */
export const TODAY_PATH = "/dashboard/regia";
/**
 * For each check of *Today*, the address of the page that lists exactly the items that the check counts. Checks without
 * such a page have no entry.
 */
export const CHECK_LISTS: Partial<Record<Check, string>> = {
  mails_stuck: `${TODAY_PATH}/email?state=stuck`,
  mails_failed: `${TODAY_PATH}/email?address=rejecting`,
  mails_paused: `${TODAY_PATH}/email`,
  sender_domain: `${TODAY_PATH}/email`,
  complete_not_sent: `${TODAY_PATH}/candidature?state=complete&due=soon`,
  uploads_interrupted: `${TODAY_PATH}/candidature?trouble=interrupted&due=ahead`,
  uploads_refused: `${TODAY_PATH}/candidature?trouble=refused&due=ahead`,
  videos_failed: `${TODAY_PATH}/candidature?trouble=video_failed`,
  rounds_blocked: `${TODAY_PATH}/edizione/letture`,
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

/** Minutes after which an email that is due counts as stuck, and an inactive mail worker counts as silent. */
export const MAIL_PATIENCE_MINUTES = 2;
/** Minutes after which *Today* reports a video or deck that still waits for its conversion. */
export const CONVERSION_PATIENCE_MINUTES = 30;
/**
 * Minutes that a deployment needs at most to replace all instances. If instances of two versions run for longer, the
 * deployment has stopped half-way.
 */
export const RELEASE_MINUTES = 30;
/** Maximum age of a backup in hours: one day, plus two hours to create the backup. */
export const BACKUP_HOURS = 26;
/** In this number of days before the deadline, a complete but unsent application counts as running out of time. */
export const LAST_DAYS = 3;
/**
 * Number of days before the end of a round's evaluation at which Today starts to report every project with fewer
 * readings than wanted. Today reports a project earlier if the jury cannot give the missing readings (rule
 * staff.readings). The reading plan, the round or the edition sets the wanted number.
 */
export const READINGS_DAYS = 7;
/** Number of days in the chart of applications on the page *Today*. */
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
  /** The evaluation round that begins or ends at this scheduled event. For a reminder, the round of its recipients. */
  ...roundInAnswer,
  at: instantSchema,
  /**
   * Number of emails that this scheduled event sends if nothing changes until then. 0 for an event that is not a
   * reminder.
   */
  mails: count,
  /**
   * For reminders: the number of hours before the deadline, and the number of recipients for each state of the
   * recipient's application.
   */
  hours: z.int().nullable(),
  to: z.object({ incomplete: count, complete: count, changed: count }).nullable(),
});
export type Ahead = z.infer<typeof aheadSchema>;

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
    /** Round to which the counts and checks of evaluators refer. */
    ...roundInAnswer,
    /**
     * Rounds of the edition that still decide a stage, in the order of their stages. Empty if the edition has only one
     * round.
     */
    rounds: z.array(
      roundSchema.extend({
        /** Reasons why the round did not open on its opening day. Absent if the round has opened or can still open. */
        obstacles: z.array(z.enum(OPENING_OBSTACLES)).optional(),
      }),
    ),
    /** Number of evaluators who have not closed their evaluations. */
    evaluators: count,
    /** All checks of the page *Today*, in their fixed order. */
    checks: z.array(checkSchema),
    ahead: z.array(aheadSchema),
    days: z.object({
      /**
       * Year of the previous edition. Null if no previous edition exists, or if this database contains none
       * of its applications. In the second case, `before_unknown` is the year.
       */
      before: z.int().nullable(),
      before_unknown: z.int().nullable(),
      /**
       * Begun, completed, and sent applications per day, in this edition (`now`) and in the previous one. `left` is the
       * number of days until the call's last day.
       */
      rows: z.array(z.object({ left: z.int(), today: z.boolean(), now: perDay, before: perDay })),
      total: perDay,
      /** Totals of the previous edition at the time when it had the number of days left that this edition has now. */
      totalBefore: perDay,
    }),
    /** Number of applications that are incomplete (`begun`), complete but not sent (`complete`), and sent (`sent`). */
    applications: z.object({ begun: count, complete: count, sent: count }),
    /**
     * Number of applications in the caller's charge that need attention, and number of open data requests in the
     * caller's charge.
     */
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

export const todayEndpoints = [getToday, getStandstill];
