import { and, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { type Act, writeAct } from "./acts";

export type AttemptMail = typeof outbox.$inferSelect;
/** What a change has come to: its own answer, the mails it queued but for those of a letter, and how many it cancelled. */
export type Attempted<T> = { change: T; mails: AttemptMail[]; cancelled: number };

/** Takes a transaction back once it has been looked at. */
class TakeBack extends Error {}

/**
 * Makes a change in a transaction, then keeps it or takes it back: what is shown before is no forecast, but what the
 * very function came to (rule staff.shown-first). Lines for the log wait until the end, so that others can write theirs.
 *
 * @param change makes it on `db`, the open transaction; what cannot be taken back is not its to do
 * @param decide the SHA-256 of what was shown, to keep it with that in the log; null takes it back, and so does an error
 * @returns the numbers of its lines in the log; null where it was taken back
 */
export async function attempt<T>(
  db: Database,
  act: Act,
  change: (db: Database, act: Act) => Promise<T>,
  decide: (made: Attempted<T>) => string | null,
): Promise<Attempted<T> & { lines: number[] | null }> {
  const waiting: NonNullable<Act["waiting"]> = [];
  let made: Attempted<T> | undefined;
  const lines: number[] = [];
  try {
    await db.transaction(async (tx) => {
      // A transaction can do all that a database can, but begin a connection of its own.
      const inside = tx as unknown as Database;
      const waited = await inside
        .select({ id: outbox.id })
        .from(outbox)
        .where(isNull(outbox.sentAt));
      const done = await change(inside, { ...act, waiting });
      const mails = await inside
        .select()
        .from(outbox)
        .where(and(isNull(outbox.letterId), isQueuedHere));
      const cancelled = await countGone(inside, waited);
      made = { change: done, mails, cancelled };
      const plan = decide(made);
      if (plan === null) throw new TakeBack();
      for (const { by, line } of waiting) {
        const number = await writeAct(inside, { ...by, waiting: undefined, plan }, line);
        if (number !== null) lines.push(number);
      }
    });
  } catch (error) {
    if (!(error instanceof TakeBack) || !made) throw error;
    return { ...made, lines: null };
  }
  if (!made) throw new Error("a change was neither made nor taken back");
  return { ...made, lines };
}

/**
 * A mail that the open transaction has queued. Others may queue in the same millisecond, and a savepoint gives its rows a
 * number of its own, so that PostgreSQL is asked whose work is still open: nobody else's can be seen before it ends. The
 * number of a row lacks the epoch, which is asked for only of rows that are this young.
 */
export const isQueuedHere = sql`case when ${outbox.createdAt} = now()::timestamptz(3) then pg_xact_status(
  ((pg_current_xact_id()::text::bigint >> 32 << 32) + ${outbox}.xmin::text::bigint)::text::xid8
) = 'in progress' end`;

/** How many of these mails are there no longer: one that has left meanwhile still is. */
async function countGone(db: Database, mails: readonly { id: string }[]): Promise<number> {
  const ids = mails.map(({ id }) => id);
  const left = await db.$count(outbox, sql`${outbox.id} = any(${sql.param(ids)}::uuid[])`);
  return ids.length - left;
}
