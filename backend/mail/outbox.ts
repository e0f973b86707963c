import { and, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Language } from "@/contract/languages";
import type { Executor } from "../db/connect";
import { projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { REMINDERS, type Template } from "./messages";

/** A mail to send after the commit of the transaction that queues it. */
export type QueuedMail = {
  template: Template;
  /** The account that the mail belongs to, for its export and the operator's list. */
  userId: string | null;
  /** The application that the mail concerns. Its timeline shows the delivery status. */
  projectId?: string;
  /** An address validated by emailSchema of contract/fields. */
  recipient: string;
  language: Language;
  /** Values for the template. `token` is removed after sending. */
  data?: Record<string, string>;
  /** When the mail's content becomes false. A mail still waiting then is not sent. */
  expiresAt?: Date;
  /** Deduplication key. Queueing the same key again changes nothing. */
  dedupeKey?: string;
};

/** Marks the data of a mail that is sent as a test. Its subject and its text then say so (render.ts). */
export const markedAsTest = (data: Record<string, string> = {}) => ({ ...data, test: "yes" });

/**
 * Queues a mail inside the transaction it belongs to, so that the event and its mail are stored together or not at all. Call
 * `notifyMailWorker()` after the commit.
 */
export async function queueMail(tx: Executor, mail: QueuedMail): Promise<void> {
  await tx
    .insert(outbox)
    .values({ ...mail, data: mail.data ?? {} })
    .onConflictDoNothing({ target: outbox.dedupeKey });
}

type Theirs =
  | { projectId: string }
  | { userId: string }
  | { userId: string; kinds: readonly string[] }
  | { kind: string }
  | { editionId: string };

/**
 * Cancels unsent reminders, because their subject is done, abandoned, or no longer true. A canceled reminder is queued again
 * with current data when it is due.
 */
export async function dropReminders(
  tx: Executor,
  of: Theirs,
  templates: readonly Template[] = REMINDERS,
): Promise<number> {
  const waiting = tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isTheirs(tx, of),
        inArray(outbox.template, [...templates]),
        isNull(outbox.sentAt),
        isNull(outbox.failedAt),
      ),
    )
    // A mail that is being sent is locked. Skip it instead of waiting.
    .for("update", { skipLocked: true });
  const dropped = await tx
    .delete(outbox)
    .where(inArray(outbox.id, waiting))
    .returning({ id: outbox.id });
  return dropped.length;
}

/** Returns the SQL condition for mails whose key has a kind: `momentKey` in scheduling/moments. */
export const isOfKind = (kind: string): SQL => like(outbox.dedupeKey, `${kind}:%`);

function isTheirs(tx: Executor, of: Theirs): SQL {
  if ("kinds" in of) {
    return and(eq(outbox.userId, of.userId), or(...of.kinds.map(isOfKind))) as SQL;
  }
  if ("projectId" in of) return eq(outbox.projectId, of.projectId);
  if ("userId" in of) return eq(outbox.userId, of.userId);
  if ("kind" in of) return isOfKind(of.kind);
  const all = tx
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.editionId, of.editionId));
  return inArray(outbox.projectId, all);
}

/**
 * Makes mails due now whose due time a fast clock has set: mails it queued, and mails it postponed for longer than any retry
 * waits. Keeps the due times of a letter's untried mails, which are due one after the other.
 */
export async function hurryFromFuture({ db }: { db: Executor }): Promise<void> {
  await db
    .update(outbox)
    .set({ createdAt: sql`least(${outbox.createdAt}, now())`, nextAttemptAt: sql`now()` })
    .where(
      sql`${outbox.sentAt} is null and ${outbox.failedAt} is null and (${outbox.createdAt} > now() + interval '1 minute'
        or ${outbox.nextAttemptAt} > now() + interval '2 hours' and (${outbox.letterId} is null or ${outbox.attempts} > 0))`,
    );
}
