import { z } from "zod";
import { instantSchema, line, wrongType } from "../fields";

/* What the log of acts knows: every act of those who run the programme. */

/** In what capacity somebody acts: at a shell, as configured, by the clock, about their own account, or in the staff area. */
export const ACT_LEVELS = ["command", "configuration", "clock", "owner", "web"] as const;
export type ActLevel = (typeof ACT_LEVELS)[number];

/** Every act, named by what it is done to. */
export const ACTS = [
  "edition.open",
  "edition.configured",
  "edition.date",
  "edition.after-sending",
  "edition.close",
  "edition.clone",
  "edition.remove",
  "edition.extend",
  "edition.unextend",
  "edition.restore",
  "evaluation.reopen",
  "assignment.apply",
  "assignment.end",
  "evaluation.open-early",
  "evaluation.remind",
  "evaluation.capacity",
  "funnel.select",
  "funnel.undo",
  "funnel.correct",
  "funnel.release",
  "application.remind",
  "application.note",
  "application.open-draft",
  "letter.send",
  "mail.retry",
  "mail.resend",
  "mail.test",
  "mail.pause",
  "mail.resume",
  "mail.hurry",
  "user.grant",
  "user.revoke",
  "user.invite",
  "user.deactivate",
  "user.reactivate",
  "user.link",
  "user.correct",
  "user.sign-out",
  "user.export",
  "user.second-factor-reset",
  "user.second-factor-keep",
  "user.erase",
  "user.see-as",
  "table.export",
  "act.propose",
  "act.withdraw",
  "act.confirm",
  "request.open",
  "request.extend",
  "request.answer",
] as const;
export type ActName = (typeof ACTS)[number];

/** Lines of a page, unless asked for fewer. */
export const ACTS_PER_PAGE = 50;

const choice = { error: "invalid_choice" } as const;

/** Which lines: each parameter that is given has to be true of them. */
export const actsFilterSchema = z.object({
  act: z.enum(ACTS, choice).optional(),
  /** A name as somebody typed it at a shell, or the address of the account that acted. */
  who: line().optional(),
  edition: z.coerce.number(wrongType).int(choice).optional(),
  person: z.uuid(choice).optional(),
  mail: z.uuid(choice).optional(),
  /** From an instant on, and up to another one. */
  from: z.iso.datetime(choice).optional(),
  to: z.iso.datetime(choice).optional(),
});

const number = z.coerce.number(wrongType).int(choice).min(1, choice).optional();

export const actsQuerySchema = actsFilterSchema.extend({
  /** Only lines before this one, or the nearest after it: the `next` or `previous` of another page. */
  before: number,
  after: number,
  per_page: z.coerce
    .number(wrongType)
    .int(choice)
    .min(1, choice)
    .max(ACTS_PER_PAGE, choice)
    .default(ACTS_PER_PAGE),
});
export type ActsQuery = z.input<typeof actsQuerySchema>;

export const actSchema = z
  .object({
    number: z.int(),
    at: instantSchema,
    level: z.enum(ACT_LEVELS),
    act: z.enum(ACTS),
    /** The name that was typed, or the account's address; null where nobody in particular acted. */
    who: z.string().nullable(),
    edition: z.int().nullable(),
    /** Whom it is about; without an address where the account is gone altogether. */
    person: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
    mail: z.string().nullable(),
    /** What was done, in facts that tell of no score and no rank; of a selection, how many. */
    facts: z.record(z.string(), z.string()),
    /** Whether it went past what stood against it. */
    anyway: z.boolean(),
    /** Null where none was asked for, and where it has gone with the person. */
    reason: z.string().nullable(),
    sha256: z.string(),
  })
  .meta({ id: "Act" });
export type ActRow = z.infer<typeof actSchema>;
