import { and, eq, inArray, isNull, like, or, type SQL, sql } from "drizzle-orm";
import type { Language } from "@/contract/languages";
import type { Executor } from "../db/connect";
import { projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { REMINDERS, type Template } from "./messages";

/** A mail to send after the commit of the transaction that queues it. */
export type QueuedMail = {
  template: Template;
  /** The account that the mail belongs to. Account exports and the operator's mail list use this field. */
  userId: string | null;
  /** The application that the mail concerns. The application's timeline shows the delivery status. */
  projectId?: string;
  /** An address validated by emailSchema of contract/fields. */
  recipient: string;
  language: Language;
  /** Values for the template's placeholders. After the mail is sent, the value of `token` is emptied. */
  data?: Record<string, string>;
  /** When the mail's content becomes outdated. An unsent mail expires at that time and is never sent. */
  expiresAt?: Date;
  /** Deduplication key. Queueing a second mail with the same key changes nothing. */
  dedupeKey?: string;
};

/**
 * Returns a mail's data with the mark of a test mail. The subject and the text of a test mail state that it is a test
 * (render.ts).
 */
export const markedAsTest = (data: Record<string, string> = {}) => ({ ...data, test: "yes" });

/**
 * Queues a mail inside the caller's transaction, so that the event and its mail are stored together or not at all. Call
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
 * Cancels unsent reminders that are no longer needed. A canceled reminder is queued again with current data when it is
 * due.
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

/**
 * Returns the SQL condition for reminder mails of one kind. The deduplication key of a reminder starts with its kind
 * (`momentKey` in scheduling/moments).
 */
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
 * Corrects mails that an instance with a fast clock scheduled too far in the future: makes them due now. Keeps the due
 * times of unattempted mails of a letter (bulk email), because `queueLetter` spaces them on purpose.
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
