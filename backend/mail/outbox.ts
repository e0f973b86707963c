import type { Language } from "@/contract/fields";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema";
import type { Template } from "./words";

/** A mail to send once the transaction it is queued in has been committed. */
export type QueuedMail = {
  template: Template;
  /** Whose mail it is, for the account's export and the operator's list. */
  userId: string | null;
  /** An address that contract/fields' emailSchema has let through. */
  recipient: string;
  language: Language;
  /** The template's words are filled with these; `token` is forgotten once the mail is out. */
  data?: Record<string, string>;
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
