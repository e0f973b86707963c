import { z } from "zod";
import { instantSchema } from "../fields";

/* An email and its delivery state, as shown in lists and on the pages of applications and people. */

/**
 * State of an email: waiting, stuck in the queue for too long, given up, accepted by the server, or skipped
 * because its content was outdated.
 */
export const MAIL_STATES = ["waiting", "stuck", "failed", "sent", "expired"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Reasons why staff cannot resend an email. */
export const RESEND_BLOCKERS = [
  /** The mail server has already accepted the email, and staff chose not to resend accepted emails. */
  "mail_taken",
  /** The email's content is no longer true. */
  "mail_expired",
  /** The email contained a secret link, which was deleted after sending. */
  "mail_link_gone",
  /** The link in the email has expired. */
  "mail_link_over",
  /** The email's address and text were deleted, so the email cannot be sent again. */
  "mail_forgotten",
  /** A worker is sending the email at this moment. */
  "mail_under_way",
] as const;
export type ResendBlocker = (typeof RESEND_BLOCKERS)[number];

export const mailActivitySchema = z.object({
  kind: z.literal("mail"),
  lane: z.literal("mail"),
  /**
   * `at` is the time when the email was queued. `left` is the time when the mail server accepted the email or the
   * worker gave up; null while the email waits.
   */
  at: instantSchema,
  left: instantSchema.nullable(),
  id: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int().min(0),
  /** Last response of the mail server, or the worker's error if there was no response. */
  says: z.string().nullable(),
  /** Reason why staff cannot send the email again; null if they can. */
  resend_blocker: z.enum(RESEND_BLOCKERS).nullable(),
});
