import { z } from "zod";
import { instantSchema } from "../fields";

/* One email and its delivery, as lists, applications and people show it. */

/**
 * State of an email: waiting, stuck in the queue for too long, given up, accepted by the server, or skipped
 * because its content was outdated.
 */
export const MAIL_STATES = ["waiting", "stuck", "failed", "sent", "expired"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** Reasons why an email cannot be sent again. */
export const RESEND_BLOCKERS = [
  /** The server has already accepted the email, and the request excludes such emails. */
  "mail_taken",
  /** The email's content has become false. */
  "mail_expired",
  /** The email had a link, whose secret was removed with sending. */
  "mail_link_gone",
  /** The email's link no longer works. */
  "mail_link_over",
  /** The email's address and text are deleted. */
  "mail_forgotten",
  /** A worker is sending the email now. */
  "mail_under_way",
] as const;
export type ResendBlocker = (typeof RESEND_BLOCKERS)[number];

/** Email with its delivery state. */
export const mailActivitySchema = z.object({
  kind: z.literal("mail"),
  lane: z.literal("mail"),
  /** Time of queueing. `left` is the time when the server accepted the email or it was given up. */
  at: instantSchema,
  left: instantSchema.nullable(),
  id: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  attempts: z.int().min(0),
  /** Last response of the mail server, or the worker's error without one. */
  says: z.string().nullable(),
  /** Why the email cannot be sent again; null if it can. */
  resend_blocker: z.enum(RESEND_BLOCKERS).nullable(),
});
