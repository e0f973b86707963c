import { and, gt, inArray, isNull, or, sql } from "drizzle-orm";
import * as contract from "@/contract/staff/mails";
import { appendAuditEntry } from "../../audit-log/entries";
import { mailPause, outbox } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { UNDER_WAY } from "../../mail/mail-state";
import { executeAction, type Outcome } from "../execute-action";

const open = and(isNull(outbox.sentAt), isNull(outbox.failedAt));

/** Pauses sending of emails on all instances. An email in progress is still sent; all others wait. */
export function pauseMails(call: Call<typeof contract.pauseMails>) {
  return executeAction(contract.pauseMails, call, async (db, context) => {
    const [row] = await db.insert(mailPause).values({}).onConflictDoNothing().returning();
    if (!row) return nothing("mails_paused_already");
    await appendAuditEntry(db, context, { act: "mail.pause", target: {} });
    return whole("mails_paused");
  });
}

export function resumeMails(call: Call<typeof contract.resumeMails>) {
  return executeAction(contract.resumeMails, call, async (db, context) => {
    const [row] = await db.delete(mailPause).returning();
    if (!row) return nothing("mails_not_paused");
    await appendAuditEntry(db, context, { act: "mail.resume", target: {} });
    return whole("mails_resumed");
  });
}

/**
 * Makes waiting emails due now. Excludes emails that are being sent, and a letter's emails before their first attempt,
 * because letters are sent at a limited rate.
 */
export function hurryMails(call: Call<typeof contract.hurryMails>) {
  return executeAction(contract.hurryMails, call, async (db, context) => {
    const waiting = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          open,
          sql`${outbox.lastError} is distinct from ${UNDER_WAY}`,
          or(isNull(outbox.letterId), gt(outbox.attempts, 0)),
        ),
      )
      // Skip locked rows, so that this statement waits neither for a concurrent call nor for an email in progress.
      .for("update", { skipLocked: true });
    await db.update(outbox).set({ nextAttemptAt: sql`now()` }).where(inArray(outbox.id, waiting));
    await appendAuditEntry(db, context, { act: "mail.hurry", target: {} });
    return whole("mails_hurried");
  });
}

/**
 * Returns the result of an action on the whole outbox. The count is always 1, because the number of waiting emails
 * changes constantly.
 */
const whole = (name: string): Outcome => ({ count: 1, to: [], effects: [{ name, count: 1 }] });

const nothing = (name: string): Outcome => ({
  count: 0,
  to: [],
  effects: [],
  against: [{ name, count: 1 }],
});
