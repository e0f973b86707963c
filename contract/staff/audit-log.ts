import { z } from "zod";
import { endpoint } from "../endpoint";
import { instantSchema, line, wrongType } from "../fields";
import { exportAnswer, exportOptions } from "./export-options";

/* Endpoints of the audit log, which records all actions of staff. */

/**
 * Where an audited action came from: a command, the configuration, a scheduled job (`clock`), the owner of the account,
 * or the control room (`web`).
 */
export const ACTION_LEVELS = ["command", "configuration", "clock", "owner", "web"] as const;
export type ActionLevel = (typeof ACTION_LEVELS)[number];

/** Names of all audited actions, by the type of the object that they change. */
export const STAFF_ACTIONS = [
  "edition.open",
  "edition.configured",
  "edition.date",
  "edition.after-sending",
  "edition.figures",
  "edition.close",
  "edition.clone",
  "edition.remove",
  "edition.extend",
  "edition.unextend",
  "edition.restore",
  "evaluation.reopen",
  "assignment.apply",
  "assignment.end",
  "assignment.give",
  "assignment.take",
  "assignment.swap",
  "assignment.fix",
  "assignment.free",
  "evaluation.open-early",
  "evaluation.remind",
  "evaluation.capacity",
  "evaluation.terms",
  "evaluation.erase",
  "round.make",
  "round.change",
  "round.date",
  "round.jury",
  "round.open",
  "round.close",
  "round.reopen",
  "round.again",
  "round.remove",
  "funnel.select",
  "funnel.undo",
  "funnel.correct",
  "funnel.release",
  "feedback.approve",
  "feedback.edit",
  "feedback.withhold",
  "feedback.ask",
  "feedback.reasons",
  "feedback.write",
  "discussion.chair",
  "discussion.hide",
  "application.remind",
  "application.note",
  "application.open-draft",
  "application.read",
  "application.erase",
  "application.tag",
  "application.untag",
  "application.assign",
  "tag.create",
  "tag.change",
  "tag.merge",
  "tag.delete",
  "list.share",
  "list.change",
  "list.remove",
  "letter.send",
  "letter.keep-text",
  "letter.remove-text",
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
  "notices.set",
  "request.assign",
] as const;
export type StaffActionName = (typeof STAFF_ACTIONS)[number];

/** Default number of audit log entries per page. */
export const AUDIT_ENTRIES_PER_PAGE = 50;

const choice = { error: "invalid_choice" } as const;

/** Filter of audit log entries. An entry must match each given parameter. */
export const auditFilterSchema = z.object({
  act: z.enum(STAFF_ACTIONS, choice).optional(),
  /** Person who acted: a name typed at a shell, or the account's address. */
  who: line().optional(),
  edition: z.coerce.number(wrongType).int(choice).optional(),
  person: z.uuid(choice).optional(),
  mail: z.uuid(choice).optional(),
  /** Start and end of the time range of audit log entries. */
  from: z.iso.datetime(choice).optional(),
  to: z.iso.datetime(choice).optional(),
});

const number = z.coerce.number(wrongType).int(choice).min(1, choice).optional();

export const auditQuerySchema = auditFilterSchema.extend({
  /**
   * Cursors: `before` requests entries with lower numbers, and `after` requests entries with higher numbers. Their
   * values are `next` and `previous` in the response to an earlier request.
   */
  before: number,
  after: number,
  per_page: z.coerce
    .number(wrongType)
    .int(choice)
    .min(1, choice)
    .max(AUDIT_ENTRIES_PER_PAGE, choice)
    .default(AUDIT_ENTRIES_PER_PAGE),
});

export const auditEntrySchema = z
  .object({
    number: z.int(),
    at: instantSchema,
    level: z.enum(ACTION_LEVELS),
    act: z.enum(STAFF_ACTIONS),
    /** Person who acted: a typed name or the account's address. Null if no person acted. */
    who: z.string().nullable(),
    edition: z.int().nullable(),
    /** Person that the action affected. The address is null if the account is deleted. */
    person: z.object({ id: z.string(), email: z.string().nullable() }).nullable(),
    mail: z.string().nullable(),
    /**
     * Details of the action. They never contain a score or a rank; for selections, they contain only the number of
     * projects.
     */
    facts: z.record(z.string(), z.string()),
    /** True if the staff member overrode blockers of the action. */
    anyway: z.boolean(),
    /** Reason of the action. Null if the action needs none, or if the reason was erased with the person. */
    reason: z.string().nullable(),
    sha256: z.string(),
  })
  .meta({ id: "Act" });
export type AuditRow = z.infer<typeof auditEntrySchema>;

export const listActs = endpoint({
  name: "listActs",
  method: "GET",
  path: "wp/v2/staff/acts",
  summary: "Who did what, when and why, the newest first",
  access: "staff",
  query: auditQuerySchema,
  answer: {
    status: 200,
    json: z.object({
      acts: z.array(auditEntrySchema),
      /** Number of matching audit log entries. */
      total: z.int(),
      /**
       * Cursors of the next page of the audit log (`before`) and of the previous page (`after`); null if there is none.
       */
      next: z.int().nullable(),
      previous: z.int().nullable(),
    }),
  },
  errors: ["invalid_fields"],
});

export const exportActs = endpoint({
  name: "exportActs",
  method: "GET",
  path: "wp/v2/staff/acts/export",
  summary: "The same lines as a table, the oldest first",
  access: "staff",
  query: auditFilterSchema.extend(exportOptions),
  answer: exportAnswer,
  errors: ["invalid_fields", "proof_required", "key_required"],
});

export const verifyChain = endpoint({
  name: "verifyChain",
  method: "GET",
  path: "wp/v2/staff/acts/chain",
  summary: "The log's chain of fingerprints, computed again",
  access: "staff",
  answer: {
    status: 200,
    /**
     * `lines` is the number of valid audit log entries before the first invalid entry. `head` is the hash of the last
     * valid entry.
     */
    json: z.object({
      intact: z.boolean(),
      lines: z.int(),
      head: z.string(),
      /** Number of the first manipulated audit log entry; null if the hash chain is intact. */
      broken_at: z.int().nullable(),
    }),
  },
});

export const auditLogEndpoints = [listActs, exportActs, verifyChain];
