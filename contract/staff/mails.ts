import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line, wrongType } from "../fields";
import { DEFAULT_LANGUAGE, LANGUAGES } from "../languages";
import { MAIL_STATES, type MailState } from "./application";
import { actBody, BULK, planSchema, selectionOf } from "./plan";

/* The outbox, as those who run the programme see it. */

/** Rows of a page, unless asked for fewer. */
export const MAILS_PER_PAGE = 15;

const choice = { error: "invalid_choice" } as const;
const count = z.int().min(0);

/** Which mails: each parameter that is given has to be true of them. */
export const mailsFilterSchema = z.object({
  state: z.enum(MAIL_STATES, choice).optional(),
  /** One for each address whose last mail was rejected: that mail. */
  address: z.enum(["rejecting"], choice).optional(),
  /** Every word of it: of the address, the person, or the mail's own title. */
  search: line(200).optional(),
  /** Queued, taken or given up on this day in Rome. */
  since: z.enum(["today"], choice).optional(),
  /** Of one letter. */
  letter: z.uuid(choice).optional(),
  /** Of one template, by its name. */
  template: z
    .string()
    .regex(/^[a-z_]{1,60}$/, choice)
    .optional(),
  /** Queued on this day in Rome, of this century: every such day has a next one. */
  day: z.iso.date(choice).startsWith("20", choice).optional(),
});

/** A place in the list, between two rows. */
const cursor = z.string().regex(/^\d{4}-[0-9T:.-]{18}Z_[0-9a-f-]{36}$/, choice);

export const mailsQuerySchema = mailsFilterSchema.extend({
  /** The page that follows the row it names, or the one that leads up to it. */
  after: cursor.optional(),
  before: cursor.optional(),
  per_page: z.coerce
    .number(wrongType)
    .int(choice)
    .min(1, choice)
    .max(100, choice)
    .default(MAILS_PER_PAGE),
});

export type MailsQuery = z.input<typeof mailsQuerySchema>;

/** How many mails there are of each state. */
export const mailCountsSchema = z.object(
  Object.fromEntries(MAIL_STATES.map((state) => [state, count])) as Record<MailState, typeof count>,
);

export const mailRowSchema = z
  .object({
    id: z.string(),
    template: z.string(),
    language: z.enum(LANGUAGES),
    /** As its reader has it; the template's name where this version has no words for it. */
    subject: z.string(),
    /** Empty once the address has gone. */
    recipient: z.string(),
    /** Whose account it belongs to; empty where it belongs to none. */
    person: z.string(),
    /** The account that has this very address still, where it can be corrected; null where none has. */
    account: z.string().nullable(),
    state: z.enum(MAIL_STATES),
    queued_at: instantSchema,
    /** When the server took it, or it was given up. */
    left_at: instantSchema.nullable(),
    next_at: instantSchema.nullable(),
    attempts: count,
    /** The server's own words; of one that it took, too. */
    says: z.string().nullable(),
    /** Until when the link in it opens, or opened, anything; null where there is none, or nobody knows. */
    link_until: instantSchema.nullable(),
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
      /** How many match, and how many would of each state. */
      total: count,
      states: mailCountsSchema,
      /** Of these, addresses whose last mail was rejected. */
      rejecting: count,
      /** The `after` of the page that follows, the `before` of the one that leads here; null where there is none. */
      next: z.string().nullable(),
      previous: z.string().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

export const mailStateSchema = z
  .object({
    at: instantSchema,
    waiting: count,
    failed: count,
    stuck: count,
    /** Since when the first of them waits. */
    stuck_since: instantSchema.nullable(),
    says: z.string().nullable(),
    /** How often they were tried, and when the next one is. */
    attempts: count,
    next_at: instantSchema.nullable(),
    /** When the server took the last mail. */
    taken_at: instantSchema.nullable(),
    paused_since: instantSchema.nullable(),
    /** Why they stand still: no process takes them, the server takes none at all, or not these. */
    trouble: z.enum(["silent", "refusing", "some"]).nullable(),
    /** Minute by minute, the last one being now; empty when nothing stands still. */
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

const senderDomainSchema = z.object({
  domain: z.string(),
  records: z.array(
    z.object({
      name: z.enum(["SPF", "DKIM", "DMARC"]),
      at: z.string(),
      /** `unknown` where the DNS gave no answer, `unasked` where nobody said under which name to look. */
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
      /** Whose it was; null where it is made up. */
      to: z.string().nullable(),
      subject: z.string(),
      html: z.string(),
    }),
  },
  errors: ["invalid_fields", "not_found"],
});

const answer = { status: 200, json: planSchema } as const;
const errors = ["invalid_fields", "not_found", "plan_changed", "act_refused"] as const;

export const resendMail = endpoint({
  name: "resendMail",
  method: "POST",
  path: "wp/v2/staff/mails/{id}/resend",
  summary: "Send one mail again: the same mail, so that nobody gets two at once",
  access: "staff",
  confirm: { step: "click" },
  body: actBody({}),
  answer,
  errors,
});

export const retryMails = endpoint({
  name: "retryMails",
  method: "POST",
  path: "wp/v2/staff/mails/retry",
  summary: "Send those again that did not arrive",
  access: "staff",
  confirm: BULK,
  body: actBody({ selection: selectionOf(mailsFilterSchema) }),
  answer,
  errors,
});

export const pauseMails = endpoint({
  name: "pauseMails",
  method: "POST",
  path: "wp/v2/staff/mails/pause",
  summary: "Let no mail leave, on any node, until somebody goes on",
  access: "staff",
  confirm: { step: "reason" },
  body: actBody({}),
  answer,
  errors,
});

export const resumeMails = endpoint({
  name: "resumeMails",
  method: "POST",
  path: "wp/v2/staff/mails/resumption",
  summary: "Let mails leave again",
  access: "staff",
  confirm: { step: "reason" },
  body: actBody({}),
  answer,
  errors,
});

export const hurryMails = endpoint({
  name: "hurryMails",
  method: "POST",
  path: "wp/v2/staff/mails/hurry",
  summary: "Try what waits now, and not when it is due",
  access: "staff",
  confirm: { step: "click" },
  body: actBody({}),
  answer,
  errors,
});

export const mailEndpoints = [
  listMails,
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
