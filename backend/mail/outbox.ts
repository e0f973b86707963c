import { and, eq, inArray, isNull, like, type SQL, sql } from "drizzle-orm";
import type { Language } from "@/contract/languages";
import type { Executor } from "../db/connect";
import { projects } from "../db/schema/applications";
import { outbox } from "../db/schema/mail";
import { REMINDERS, type Template } from "./words";

/** A mail to send once the transaction it is queued in has been committed. */
export type QueuedMail = {
  template: Template;
  /** Whose mail it is, for the account's export and the operator's list. */
  userId: string | null;
  /** The application it is about, whose timeline shows what became of it. */
  projectId?: string;
  /** An address that contract/fields' emailSchema has let through. */
  recipient: string;
  language: Language;
  /** The template's words are filled with these; `token` is removed once the mail has been sent. */
  data?: Record<string, string>;
  /** From then on it would be untrue: a mail still waiting is dropped. */
  expiresAt?: Date;
  /** Queueing the same key again changes nothing. */
  dedupeKey?: string;
};

/**
 * Queues a mail inside the transaction it belongs to: what happened and the mail about it are
 * stored together or not at all. Call `wakeMail()` after the commit.
 */
export async function queueMail(tx: Executor, mail: QueuedMail): Promise<void> {
  await tx
    .insert(outbox)
    .values({ ...mail, data: mail.data ?? {} })
    .onConflictDoNothing({ target: outbox.dedupeKey });
}

type Theirs = { projectId: string } | { userId: string } | { kind: string } | { editionId: string };

/**
 * Cancels mails that have not left yet: what they remind of is done, given up, or no longer true. A
 * cancelled reminder is written again when it is due, as things stand then.
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
    // One being sent at this very moment is locked: it is not waited for.
    .for("update", { skipLocked: true });
  const dropped = await tx
    .delete(outbox)
    .where(inArray(outbox.id, waiting))
    .returning({ id: outbox.id });
  return dropped.length;
}

/** Mails whose keys begin with a kind: `momentKey` in clock/moments. */
export const isOfKind = (kind: string): SQL => like(outbox.dedupeKey, `${kind}:%`);

function isTheirs(tx: Executor, of: Theirs): SQL {
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
 * Makes mails due now whose turn a clock that was ahead has set: those it queued, and those it put off for longer than any
 * retry waits. A letter's own mails are due one after the other, however long that takes.
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
