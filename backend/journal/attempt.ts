import { count, sql } from "drizzle-orm";
import type { Database } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { type Act, writeAct } from "./acts";

export type AttemptMail = typeof outbox.$inferSelect;
/** What a change has come to: its own answer, the mails it queued, and how many it cancelled. */
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
      const before = await countMails(inside);
      const done = await change(inside, { ...act, waiting });
      const mails = await inside
        .select()
        .from(outbox)
        .where(sql`${outbox.createdAt} = now()::timestamptz(3)`);
      const cancelled = before + mails.length - (await countMails(inside));
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

async function countMails(db: Database): Promise<number> {
  const [row] = await db.select({ all: count() }).from(outbox);
  return row?.all ?? 0;
}
