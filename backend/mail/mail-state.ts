import { type SQL, sql } from "drizzle-orm";
import type { MailState } from "@/contract/staff/application";
import { mailPause, outbox } from "../db/schema/mail";

/** Marks a mail whose link has been removed, or that would be untrue: there is nothing left to send. */
export const EXPIRED = "expired";
/** Marks a mail that was handed over, while its server has not said yet that it has it. */
export const UNDER_WAY = "not confirmed yet";

/** Whether somebody wants that no mail leaves. */
export const isPaused: SQL = sql`exists (select from ${mailPause})`;

/**
 * What a mail is, over `outbox`, by the database's clock; each is in one of these. One that waits stands still when it was tried
 * in vain, or nobody takes it, for so long, unless all of them are paused.
 *
 * @param minutes how long a mail may wait
 */
export function stateOfMail(minutes: number): SQL<MailState> {
  const late = sql`clock_timestamp() - interval '1 minute' * ${minutes}::int`;
  return sql`case
    when ${outbox.sentAt} is not null then 'sent'
    when ${outbox.failedAt} is not null then
      case when ${outbox.lastError} is not distinct from ${EXPIRED} then 'expired' else 'failed' end
    when ${outbox.createdAt} < ${late} and not ${isPaused}
      and (${outbox.attempts} > 0 or ${outbox.nextAttemptAt} < ${late}) then 'stuck'
    else 'waiting' end`;
}
