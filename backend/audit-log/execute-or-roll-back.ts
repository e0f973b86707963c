import { and, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { type ActionContext, appendAuditEntry } from "./entries";

export type QueuedMailRow = typeof outbox.$inferSelect;
/**
 * The result of a change: its return value, the mails that it queued (except the mails of a letter, a bulk email), and
 * the number of canceled mails.
 */
export type ActionResult<T> = { change: T; mails: QueuedMailRow[]; cancelled: number };

/** Thrown to roll the transaction back after the preview is built. */
class Rollback extends Error {}

/**
 * Runs a change in a transaction, then commits or rolls back the transaction. So a preview is the real result of the
 * function that makes the change (rule staff.shown-first). Audit log entries are written at the end of the transaction,
 * so that other transactions can write entries meanwhile.
 *
 * @param change makes the change on `db`, the open transaction; it must not do anything that a rollback cannot undo
 * @param decide returns the preview's SHA-256 to commit the change (the audit log stores it), or null to roll back; an
 * error also rolls back
 * @returns the numbers of the audit log entries; null after a rollback
 */
export async function executeOrRollBack<T>(
  db: Database,
  context: ActionContext,
  change: (db: Database, context: ActionContext) => Promise<T>,
  decide: (made: ActionResult<T>) => string | null,
): Promise<ActionResult<T> & { lines: number[] | null }> {
  const waiting: NonNullable<ActionContext["waiting"]> = [];
  let made: ActionResult<T> | undefined;
  const lines: number[] = [];
  try {
    await db.transaction(async (tx) => {
      // This cast is safe: a transaction has all methods of a database, except opening another connection.
      const inside = tx as unknown as Database;
      const waited = await inside
        .select({ id: outbox.id })
        .from(outbox)
        .where(isNull(outbox.sentAt));
      const done = await change(inside, { ...context, waiting });
      const mails = await inside
        .select()
        .from(outbox)
        .where(and(isNull(outbox.letterId), isQueuedHere));
      const cancelled = await countGone(inside, waited);
      made = { change: done, mails, cancelled };
      const plan = decide(made);
      if (plan === null) throw new Rollback();
      for (const { by: context, line } of waiting) {
        const number = await appendAuditEntry(
          inside,
          { ...context, waiting: undefined, plan },
          line,
        );
        if (number !== null) lines.push(number);
      }
    });
  } catch (error) {
    if (!(error instanceof Rollback) || !made) throw error;
    return { ...made, lines: null };
  }
  if (!made) throw new Error("a change was neither made nor taken back");
  return { ...made, lines };
}

/**
 * SQL condition for mails that the open transaction queued. The transaction that wrote such a mail's row is still in
 * progress, and rows of other open transactions are invisible. The creation time alone is not enough: mails of other
 * transactions can have the same millisecond. A row stores only the lower half of its transaction id, so the condition
 * tests only rows from the millisecond in which the open transaction began.
 */
export const isQueuedHere = sql`case when ${outbox.createdAt} = now()::timestamptz(3) then pg_xact_status(
  ((pg_current_xact_id()::text::bigint >> 32 << 32) + ${outbox}.xmin::text::bigint)::text::xid8
) = 'in progress' end`;

/**
 * Returns how many of the given mails were deleted from the outbox. Sent mails stay in the outbox, so they do not
 * count.
 */
async function countGone(db: Database, mails: readonly { id: string }[]): Promise<number> {
  const ids = mails.map(({ id }) => id);
  const left = await db.$count(outbox, sql`${outbox.id} = any(${sql.param(ids)}::uuid[])`);
  return ids.length - left;
}
