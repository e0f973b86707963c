import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";

/** More rows than anybody reads. */
const LIST_MAX = 500;

/** The outbox, newest first, as the operator's list shows it. Never a mail's content. */
export async function listMails(
  db: Executor,
  { address, failed }: { address?: string; failed: boolean },
): Promise<string[][]> {
  const rows = await db
    .select()
    .from(outbox)
    .where(
      and(
        address ? eq(outbox.recipient, address.trim().toLowerCase()) : undefined,
        failed ? isNotNull(outbox.failedAt) : undefined,
      ),
    )
    .orderBy(desc(outbox.createdAt))
    .limit(LIST_MAX);
  return rows.map((row) => [
    row.id,
    row.createdAt.toISOString(),
    row.recipient,
    row.template,
    row.sentAt ? `sent ${row.sentAt.toISOString()}` : row.failedAt ? "failed" : "waiting",
    String(row.attempts),
    row.lastError ?? "",
  ]);
}

/** Marks a mail whose link has been removed: there is nothing left to send. */
export const EXPIRED = "expired";

/** Makes a waiting or failed mail due now, with its attempts reset; false when there is none. */
export async function retryMail(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .update(outbox)
    .set({ failedAt: null, attempts: 0, nextAttemptAt: sql`now()` })
    // Compared as text: what is not an id matches nothing, and is no error.
    .where(
      and(
        sql`${outbox.id}::text = ${id.toLowerCase()}`,
        isNull(outbox.sentAt),
        sql`${outbox.lastError} is distinct from ${EXPIRED}`,
      ),
    )
    .returning({ id: outbox.id });
  return rows.length > 0;
}
