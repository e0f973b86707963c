import { randomUUID } from "node:crypto";
import { and, lt, type SQL, sql } from "drizzle-orm";
import type { ActionLevel, StaffActionName } from "@/contract/staff/audit-log";
import type { Executor } from "../db/connect";
import { type AuditTarget, auditEntries } from "../db/schema/audit-log";

/** An audit log entry without the person and the reason: the action, its target, and its details. */
export type AuditEntry = {
  act: StaffActionName;
  target: AuditTarget;
  data?: Record<string, string>;
};

/** The person who makes a change, the reason, and the time. The audit log stores them with every change. */
export type ActionContext = {
  /**
   * Origin of the action, such as a scheduled job ("clock") or staff in the browser ("web"). The default is "command",
   * a command that an operator runs.
   */
  level?: ActionLevel;
  /** For a command, the name that its user typed, because a command has no account. Otherwise empty. */
  actor: string;
  /** Id of the account that performs the action. */
  actorId?: string;
  reason: string;
  now: Date;
  /**
   * Audit log entries that are inserted at the end of the transaction. Inserting an entry locks the audit log until the
   * commit, so an early entry would block other transactions. Without this list, each entry is inserted immediately.
   */
  waiting?: { by: ActionContext; line: AuditEntry }[];
  /** SHA-256 of the preview that the staff member confirmed. */
  plan?: string;
};

/** Returns the context of an action that a scheduled job runs. */
export const byClock = (now: Date): ActionContext => ({
  level: "clock",
  actor: "",
  reason: "",
  now,
});

/** Returns the audit log's target for an entry about an edition. */
export const editionTarget = ({ id, year }: { id: string; year: number }): AuditTarget => ({
  edition: id,
  year: String(year),
});

/**
 * Adds an entry to the audit log in the transaction of its change (rule staff.journal). Returns the entry's number, or
 * null if the entry is written at the end of the transaction.
 */
export async function appendAuditEntry(
  tx: Executor,
  context: ActionContext,
  line: AuditEntry,
): Promise<number | null> {
  if (!context.waiting) return insertAuditEntry(tx, context, line);
  context.waiting.push({ by: context, line });
  return null;
}

/** Inserts an audit log entry and returns its number. */
async function insertAuditEntry(
  tx: Executor,
  context: ActionContext,
  line: AuditEntry,
): Promise<number> {
  const { level = "command", actor, actorId, reason, now, plan } = context;
  const words = {
    ...(actor && { actor: storedText(actor) }),
    ...(reason && { reason: storedText(reason) }),
  };
  const [written] = await tx
    .insert(auditEntries)
    .values({ data: {}, ...line, at: now, level, actorId, plan, words })
    .returning({ number: auditEntries.number });
  if (!written) throw new Error("an act was not stored");
  return written.number;
}

const storedText = (text: string) => ({ text, salt: randomUUID() });

/**
 * Records a person's erasure in the audit log. Deletes the reasons of earlier actions on this person, because the
 * reasons can name the person. Also deletes the person's email address from earlier entries in which a command's user
 * typed the address as the actor. The database allows only these deletions, and only in entries before the entry about
 * the erasure.
 */
export async function appendErasureEntry(
  tx: Executor,
  context: ActionContext,
  { id, email }: { id: string | null; email: string },
): Promise<void> {
  const target = id === null ? {} : { user: id };
  const number = await insertAuditEntry(tx, context, { act: "user.erase", target });
  if (id !== null) {
    await tx
      .update(auditEntries)
      .set({ words: sql`${auditEntries.words} - 'reason'` })
      .where(and(isAbout(target), lt(auditEntries.number, number)));
  }
  await tx
    .update(auditEntries)
    .set({ words: sql`${auditEntries.words} - 'actor'` })
    .where(
      and(
        sql`${auditEntries.words} -> 'actor' ->> 'text' = ${email}`,
        lt(auditEntries.number, number),
      ),
    );
}

/** Returns the SQL condition for audit log entries about a target. */
export const isAbout = (target: AuditTarget): SQL =>
  sql`${auditEntries.target} @> ${JSON.stringify(target)}::jsonb`;
