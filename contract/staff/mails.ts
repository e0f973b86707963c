import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line } from "../fields";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../languages";
import { exportAnswer, exportOptions } from "./export-options";
import { MAIL_STATES, type MailState, RESEND_BLOCKERS } from "./mail-activity";
import { pagedBy } from "./paged";
import { action, BULK, selectionOf } from "./preview";

/* Endpoints with which staff read and manage the outbox of emails. */

/** Default number of emails per page. */
export const MAILS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;
const count = z.int().min(0);

/** Filter of emails. An email must match each given parameter. */
export const mailsFilterSchema = z.object({
  state: z.enum(MAIL_STATES, choice).optional(),
  /** Filter by address. `rejecting` matches the last email to an address, if the mail server rejected this email. */
  address: z.enum(["rejecting"], choice).optional(),
  /** Search words. Each word must occur in the email address, the recipient's name, or the email's title. */
  search: line(200).optional(),
  /** Filter: only emails that were queued, sent, or given up today, in Rome's time. */
  since: z.enum(["today"], choice).optional(),
  /** Filter: only emails of one letter. */
  letter: z.uuid(choice).optional(),
  /** Filter: only emails of one template. */
  template: z
    .string()
    .regex(/^[a-z_]{1,60}$/, choice)
    .optional(),
  /**
   * Filter: only emails that were queued on this day in Rome. The schema accepts only years from 2000 to 2099, because
   * the day after 9999-12-31 is no valid date.
   */
  day: z.iso.date(choice).startsWith("20", choice).optional(),
});

export const mailsQuerySchema = mailsFilterSchema.extend(pagedBy(MAILS_PER_PAGE));
export type MailsQuery = z.input<typeof mailsQuerySchema>;

/** Subjects of a letter in each of its languages. */
export const subjectsSchema = z.array(
  z.object({ language: z.enum(LANGUAGES), subject: z.string() }),
);

/** Number of emails in each delivery state. */
export const mailCountsSchema = z.object(
  Object.fromEntries(MAIL_STATES.map((state) => [state, count])) as Record<MailState, typeof count>,
);

export const mailRowSchema = z
  .object({
    id: z.string(),
    template: z.string(),
    language: z.enum(LANGUAGES),
    /**
     * Title of the email in the reader's language. If this version of the product has no texts for the email's
     * template, the template's name.
     */
    subject: z.string(),
    /** Recipient's email address; empty after the address was deleted. */
    recipient: z.string(),
    /** Id of the recipient's account; empty if the recipient has no account. */
    person: z.string(),
    /**
     * Id of the account that still uses the email's address, so that staff can correct the address there. Null if no
     * account uses the address.
     */
    account: z.string().nullable(),
    state: z.enum(MAIL_STATES),
    queued_at: instantSchema,
    /** Time when the mail server accepted the email or the worker gave up. */
    left_at: instantSchema.nullable(),
    next_at: instantSchema.nullable(),
    attempts: count,
    /** Last response of the mail server, for accepted and rejected emails. */
    says: z.string().nullable(),
    /** Expiry of the link in the email; null if there is no link or its expiry is unknown. */
    link_until: instantSchema.nullable(),
    /** Reason why staff cannot send the email again; null if they can. */
    resend_blocker: z.enum(RESEND_BLOCKERS).nullable(),
  })
  .meta({ id: "StaffMail" });
export type MailRow = z.infer<typeof mailRowSchema>;

export const listMails = endpoint({
  name: "listMails",
  method: "GET",
  path: "wp/v2/staff/mails",
  summary: "The outbox: what waits and stands still, the oldest first; all else, the newest first",
  access: "staff",
  query: mailsQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      mails: z.array(mailRowSchema),
      /**
       * `total` is the number of emails that match the filter. `states` counts the emails in each state, regardless of
       * the state in the filter.
       */
      total: count,
      states: mailCountsSchema,
      /** Number of email addresses whose last email was rejected. */
      rejecting: count,
      /** Cursors of the next page of emails (`after`) and of the previous page (`before`); null if there is none. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

export const exportMails = endpoint({
  name: "exportMails",
  method: "GET",
  path: "wp/v2/staff/mails/export",
  summary: "The same mails as a table",
  access: "staff",
  query: mailsFilterSchema.extend(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "proof_required", "key_required"],
});

export const mailStateSchema = z
  .object({
    at: instantSchema,
    waiting: count,
    failed: count,
    stuck: count,
    /** Time since which the oldest stuck email has been waiting. */
    stuck_since: instantSchema.nullable(),
    says: z.string().nullable(),
    /** Number of attempts to send the oldest stuck email, and time of the next attempt. */
    attempts: count,
    next_at: instantSchema.nullable(),
    /** Time when the mail server last accepted an email. */
    taken_at: instantSchema.nullable(),
    paused_since: instantSchema.nullable(),
    /**
     * Why emails are stuck: no worker runs (`silent`), the mail server accepts no email (`refusing`), or the mail
     * server rejects only some emails (`some`).
     */
    trouble: z.enum(["silent", "refusing", "some"]).nullable(),
    /**
     * For each of the last 72 minutes, the number of emails that the mail server accepted in the minute (`taken`).
     * `waiting` is the number of emails that were queued in the minute and are now stuck. Empty without stuck emails.
     */
    minutes: z.array(z.object({ at: instantSchema, taken: count, waiting: count })),
  })
  .meta({ id: "MailState" });
export type MailStateNow = z.infer<typeof mailStateSchema>;

export const getMailState = endpoint({
  name: "getMailState",
  method: "GET",
  path: "wp/v2/staff/mails/state",
  summary: "How the outbox is: what stands still, since when, and what the server says",
  access: "staff",
  answer: { status: 200, json: mailStateSchema },
});

/** States of a DNS record in which the product does not know whether the record exists. */
const UNCERTAIN: readonly string[] = ["unknown", "unasked", "reserved"];

/**
 * Returns the number of missing DNS records of the sender domain, and whether the state of every record is known.
 */
export function summariseRecords({ records }: Pick<SenderDomain, "records">) {
  return {
    missing: records.filter(({ state }) => state === "missing").length,
    known: !records.some(({ state }) => UNCERTAIN.includes(state)),
  };
}

const senderDomainSchema = z.object({
  domain: z.string(),
  records: z.array(
    z.object({
      name: z.enum(["SPF", "DKIM", "DMARC"]),
      at: z.string(),
      /**
       * State of a DNS record of the sender domain. `unknown`: the DNS did not answer. `unasked`: the configuration
       * does not name the record. `reserved`: the domain is reserved for tests, so it has no DNS records.
       */
      state: z.enum(["there", "missing", "unknown", "unasked", "reserved"]),
    }),
  ),
});
export type SenderDomain = z.infer<typeof senderDomainSchema>;

export const getSenderDomain = endpoint({
  name: "getSenderDomain",
  method: "GET",
  path: "wp/v2/staff/mails/domain",
  summary: "What the DNS says of the domain that mails come from",
  access: "staff",
  answer: { status: 200, json: senderDomainSchema },
});

export const listMailTemplates = endpoint({
  name: "listMailTemplates",
  method: "GET",
  path: "wp/v2/staff/mail-templates",
  summary: "Every mail that the product sends",
  access: "staff",
  answer: {
    status: 200,
    json: z.object({ templates: z.array(z.object({ template: z.string(), title: z.string() })) }),
  },
});

export const getMailTemplate = endpoint({
  name: "getMailTemplate",
  method: "GET",
  path: "wp/v2/staff/mail-templates/{template}",
  summary: "One of them as it will look",
  access: "staff",
  query: z.object({ language: z.enum(LANGUAGES, choice).default(DEFAULT_LANGUAGE) }),
  answer: {
    status: 200,
    json: z.object({
      template: z.string(),
      title: z.string(),
      language: z.enum(LANGUAGES),
      from: z.string(),
      /** Recipient whose email staff preview; null for sample data. */
      to: z.string().nullable(),
      subject: z.string(),
      html: z.string(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

export const resendMail = action({
  name: "resendMail",
  path: "wp/v2/staff/mails/{id}/resend",
  summary: "Send one mail again: the same mail, so that nobody gets two at once",
  confirm: { step: "click" },
});

export const retryMails = action({
  name: "retryMails",
  path: "wp/v2/staff/mails/retry",
  summary: "Send those again that did not arrive",
  confirm: BULK,
  input: { selection: selectionOf(mailsFilterSchema) },
});

export const pauseMails = action({
  name: "pauseMails",
  path: "wp/v2/staff/mails/pause",
  summary: "Let no mail leave, on any node, until somebody goes on",
  confirm: { step: "reason" },
});

export const resumeMails = action({
  name: "resumeMails",
  path: "wp/v2/staff/mails/resumption",
  summary: "Let mails leave again",
  confirm: { step: "reason" },
});

export const hurryMails = action({
  name: "hurryMails",
  path: "wp/v2/staff/mails/hurry",
  summary: "Try what waits now, and not when it is due",
  confirm: { step: "click" },
});

export const mailEndpoints = [
  listMails,
  exportMails,
  getMailState,
  getSenderDomain,
  listMailTemplates,
  getMailTemplate,
  resendMail,
  retryMails,
  pauseMails,
  resumeMails,
  hurryMails,
];
