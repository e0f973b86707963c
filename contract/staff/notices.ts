import { z } from "zod";
import { endpoint } from "../endpoint";
import { wrongType } from "../fields";
import type { Check } from "./checks";

/* Emails that a staff member chooses to receive: a daily summary, and immediate alerts (rule staff.notices). */

/** Immediate alerts to staff by email, the most harmful first. */
export const STAFF_ALERTS = [
  "mails_stuck",
  "database_read_only",
  "uploads_refused",
  "invitation_declined",
  "request_due",
] as const;
export type StaffAlert = (typeof STAFF_ALERTS)[number];

/**
 * For each alert, the check of the page *Today* that shows the problem. The alert's email links to the list of this
 * check.
 */
export const CHECK_OF_ALERT = {
  mails_stuck: "mails_stuck",
  database_read_only: "database_read_only",
  uploads_refused: "uploads_refused",
  invitation_declined: "invitations_declined",
  request_due: "requests_due",
} as const satisfies Record<StaffAlert, Check>;

/**
 * Alerts for a staff member who has made no choice: emails are stuck, the database is read-only, or the product rejects
 * many files of applicants.
 */
export const DEFAULT_ALERTS: readonly StaffAlert[] = [
  "mails_stuck",
  "database_read_only",
  "uploads_refused",
];
/**
 * Minimum number of rejected files within `MANY_REFUSED_MINUTES`, from at least `MANY_REFUSED_FROM` applications, for
 * an alert to staff.
 */
export const MANY_REFUSED = 10;
export const MANY_REFUSED_FROM = 3;
export const MANY_REFUSED_MINUTES = 60;

export const staffNoticesSchema = z
  .object({
    /** Hour in Rome at which the staff member gets the daily summary; null for no summary. */
    summary_hour: z.int().nullable(),
    alerts: z.array(z.enum(STAFF_ALERTS)),
    /**
     * Whether the caller can receive the daily summary and the alerts. False for a staff role with read-only access.
     */
    possible: z.boolean(),
  })
  .meta({ id: "StaffNotices" });
export type StaffNotices = z.infer<typeof staffNoticesSchema>;

export const getStaffNotices = endpoint({
  name: "getStaffNotices",
  method: "GET",
  path: "wp/v2/staff/notices",
  summary: "The emails about the control room that the caller has chosen",
  access: "staff",
  answer: { status: 200, json: staffNoticesSchema },
});

const choice = { error: "invalid_choice" } as const;

export const setStaffNotices = endpoint({
  name: "setStaffNotices",
  method: "POST",
  path: "wp/v2/staff/notices",
  summary: "Choose the caller’s own daily summary and immediate alerts",
  access: "staff",
  body: z.object({
    summary_hour: z.int(wrongType).min(0, choice).max(23, choice).nullable(),
    alerts: z.array(z.enum(STAFF_ALERTS, choice), { error: "invalid_type" }).max(20, choice),
  }),
  answer: { status: 200, json: staffNoticesSchema },
  errors: ["invalid_fields"],
});

export const staffNoticeEndpoints = [getStaffNotices, setStaffNotices];
