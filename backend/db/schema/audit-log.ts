import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { TwoPersonAction } from "@/contract/endpoint";
import type { ActionLevel, StaffActionName } from "@/contract/staff/audit-log";
import type { PreviewContent } from "@/contract/staff/preview";
import { users } from "./accounts";
import { editions } from "./applications";
import { id, instant } from "./columns";

/** The target of an audited action. Contains ids and the edition's `year`, but no names or email addresses. */
export type AuditTarget = {
  edition?: string;
  year?: string;
  user?: string;
  mail?: string;
  letter?: string;
  /** Id of a data request that belongs to no account. */
  request?: string;
  /** The staff member who is in charge of the application or data request after the action. */
  owner?: string;
};
/** A typed text with a random salt. Without the salt, short texts could be guessed from their hash. */
type StoredText = { text: string; salt: string };

/**
 * The audit log: who did what to which target, and why (docs/decisions/0042). Database triggers number and chain the
 * entries. They reject every change except the deletion of typed texts after a later entry records the person's
 * erasure.
 */
export const auditEntries = pgTable(
  "acts",
  {
    /** The entry's number: 1, 2, 3 … without gaps. A trigger sets the number, `seals`, `previous`, and `sha256`. */
    number: bigint({ mode: "number" }).primaryKey().default(0),
    at: instant().notNull(),
    level: text().$type<ActionLevel>().notNull(),
    /**
     * The acting account. Null for a scheduled job, and for a command, whose user name is in `words`.
     */
    actorId: uuid(),
    act: text().$type<StaffActionName>().notNull(),
    target: jsonb().$type<AuditTarget>().notNull(),
    /** Details of the action. They identify no person. */
    data: jsonb().$type<Record<string, string>>().notNull(),
    /** SHA-256 of the preview that the staff member confirmed. Null without a preview. */
    plan: text(),
    words: jsonb().$type<{ actor?: StoredText; reason?: StoredText }>().notNull(),
    /** SHA-256 of each typed text with its salt. The entry's hash covers these values, so the texts can be deleted. */
    seals: jsonb().$type<Record<string, string>>().notNull().default({}),
    /**
     * The hash of the previous audit log entry; empty in the first entry. The column is unique, so that the chain
     * cannot fork.
     */
    previous: text().notNull().unique().default(""),
    sha256: text().notNull().default(""),
  },
  (table) => [
    index().on(table.act, table.number),
    index().on(table.actorId, table.number),
    index("acts_actor_index").on(sql`(${table.words} -> 'actor' ->> 'text')`, table.number),
    index().on(table.at),
    // Indexes the staff notes about applications. The list of applications counts and searches these notes.
    index("acts_notes_index")
      .on(sql`(${table.target} ->> 'edition')`, sql`(${table.target} ->> 'user')`)
      .where(sql`act = 'application.note'`),
    index().using("gin", table.target.op("jsonb_path_ops")).with({ fastupdate: false }),
  ],
);

/**
 * Pending approvals: staff actions that wait up to a day for a second person
 * (backend/staff/approvals/pending-approvals.ts).
 */
export const pendingApprovals = pgTable("proposed_acts", {
  /** Each proposal of an action gets a new id. */
  id: id(),
  /** Text that combines the action, its target, and its input. Each combination has at most one pending approval. */
  subject: text().notNull().unique(),
  act: text().$type<TwoPersonAction>().notNull(),
  /** The action's target, in the format of audit log entries. */
  target: jsonb().$type<AuditTarget>().notNull(),
  userId: uuid().references(() => users.id, { onDelete: "cascade" }),
  editionId: uuid().references(() => editions.id, { onDelete: "cascade" }),
  proposerId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  reason: text().notNull(),
  /**
   * The preview that the proposing staff member saw, and the SHA-256 of the preview and its targets.
   */
  shown: jsonb().$type<PreviewContent>().notNull(),
  sha256: text().notNull(),
  /** The number of the audit log entry that records the proposal. */
  line: bigint({ mode: "number" }).notNull(),
  proposedAt: instant().notNull(),
  expiresAt: instant().notNull(),
});
