import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { MailState } from "@/contract/staff/mail-activity";
import { users } from "../db/schema/accounts";
import { mailPause, outbox } from "../db/schema/mail";

/**
 * Stored as the error of a mail that must no longer be sent, because its link was removed or its content has become
 * false.
 */
export const EXPIRED = "expired";
/**
 * Stored as the error of a mail that was handed to the mail server, which has not yet confirmed the mail.
 */
export const UNDER_WAY = "not confirmed yet";

/**
 * SQL query for the newest rejected mail of each address that rejects mails. If a later mail was accepted, the address
 * is not in the result. `offset 0` makes PostgreSQL look up the few rejected addresses by the index. As a join, the
 * query would read all mails.
 */
const rejections = sql`select lost.id, lost.recipient from ${outbox} as lost
  where lost.failed_at is not null and lost.last_error is distinct from ${EXPIRED} and lost.recipient <> ''
  and not exists (select from ${outbox} as later where later.recipient = lost.recipient and (later.sent_at > lost.failed_at
    or ((later.failed_at, later.id) > (lost.failed_at, lost.id) and later.last_error is distinct from ${EXPIRED})) offset 0)`;

/**
 * Returns the SQL condition for an email address whose last mail was rejected or given up. Every page that warns about
 * an address uses this condition (rule staff.address).
 *
 * @param address a column or a value
 */
export const isRejecting = (address: SQLWrapper): SQL<boolean> =>
  sql`${address} in (select recipient from (${rejections}) as rejected)`;

/**
 * SQL query for the accounts whose address rejects mails. Looks up each rejecting address by the index. As a join, the
 * query would read all accounts.
 */
export const rejectingAccounts = sql`(select account.id from (${rejections}) as rejected
  cross join lateral (select ${users.id} from ${users} where ${users.email} = rejected.recipient offset 0) as account)`;

/**
 * SQL condition over `outbox`: the mail is the newest rejected mail of an address that rejects mails. At most one mail
 * per address.
 */
export const isLastRejection: SQL = sql`${outbox.id} in (select id from (${rejections}) as rejected)`;

/** SQL condition: staff have paused the sending of all mail. */
export const isPaused: SQL = sql`exists (select from ${mailPause})`;

/**
 * Returns the SQL expression for the state of a mail in `outbox`, by the database's clock. Every mail has exactly one
 * state. Unless mail is paused, a waiting mail is stuck after `minutes` if an attempt failed or no worker takes it.
 *
 * @param minutes the accepted waiting time of a mail
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
