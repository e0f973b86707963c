import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { MailState } from "@/contract/staff/application";
import { mailPause, outbox } from "../db/schema/mail";

/** Marks a mail whose link has been removed, or that would be untrue: there is nothing left to send. */
export const EXPIRED = "expired";
/** Marks a mail that was handed over, while its server has not said yet that it has it. */
export const UNDER_WAY = "not confirmed yet";

/** Rows of `outbox`: the newest mail to each address that rejected it. A later mail that arrived clears the address. */
const rejections = sql`select lost.id, lost.recipient from ${outbox} as lost
  where lost.failed_at is not null and lost.last_error is distinct from ${EXPIRED} and lost.recipient <> ''
  and not exists (select from ${outbox} as later where later.recipient = lost.recipient and (later.sent_at > lost.failed_at
    or ((later.failed_at, later.id) > (lost.failed_at, lost.id) and later.last_error is distinct from ${EXPIRED})))`;

/**
 * Whether the last mail to an address was rejected, or given up. Every screen that warns about an address asks this (rule staff.address).
 *
 * @param address a column or a value
 */
export const isRejecting = (address: SQLWrapper): SQL<boolean> =>
  sql`${address} in (select recipient from (${rejections}) as rejected)`;

/** Over `outbox`: the mail by which its address is known to reject mails, one for each such address. */
export const isLastRejection: SQL = sql`${outbox.id} in (select id from (${rejections}) as rejected)`;

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
