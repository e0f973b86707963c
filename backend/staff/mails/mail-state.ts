import { sql } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import type * as contract from "@/contract/staff/mails";
import { MAIL_PATIENCE_MINUTES } from "@/contract/staff/today";
import type { Executor } from "../../db/connect";
import { mailPause, outbox } from "../../db/schema/mail";
import type { Call } from "../../http/serve";
import { mailTrouble, outboxState } from "../../mail/outbox-state";
import { quickDns, senderDomain } from "../../mail/sender-domain";
import { mailState } from "./mail-filter";

/**
 * Number of minutes in the chart of mails. If mails have been stuck for longer, the chart shows only the last minutes.
 */
const MINUTES = 72;

/**
 * Returns the state of the outbox: the stuck emails, since when and why they are stuck, and counts for each minute of
 * the chart.
 */
export async function getMailState({ db, arrivedAt: now }: Call<typeof contract.getMailState>) {
  const state = await outboxState(db, MAIL_PATIENCE_MINUTES);
  const [pause] = await db.select().from(mailPause);
  const { stuck, stuckSince, says, attempts, nextAt, takenAt, waiting, failed } = state;
  return {
    at: now.toISOString(),
    waiting,
    failed,
    stuck,
    stuck_since: stuckSince?.toISOString() ?? null,
    says,
    attempts,
    next_at: nextAt?.toISOString() ?? null,
    taken_at: takenAt?.toISOString() ?? null,
    paused_since: pause?.since.toISOString() ?? null,
    trouble: mailTrouble(state),
    minutes: stuck > 0 ? await minutesOf(db, now) : [],
  };
}

/**
 * Counts, for each minute of the chart, the emails that the mail server accepted and the emails that were queued and
 * are now stuck.
 */
async function minutesOf(db: Executor, now: Date) {
  const from = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE - (MINUTES - 1) * MINUTE);
  const began = sql`${from.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ minute: number; taken: number; waiting: number }>(sql`
    select minute, count(*) filter (where taken)::int as taken, count(*) filter (where not taken)::int as waiting
    from (
      select floor(extract(epoch from ${outbox.sentAt} - ${began}) / 60)::int as minute, true as taken
      from ${outbox} where ${outbox.sentAt} >= ${began}
      union all
      select greatest(0, floor(extract(epoch from ${outbox.createdAt} - ${began}) / 60)::int), false
      from ${outbox} where ${mailState} = 'stuck'
    ) as each group by minute`);
  const found = new Map(rows.map((row) => [row.minute, row]));
  return Array.from({ length: MINUTES }, (_, minute) => ({
    at: new Date(from.getTime() + minute * MINUTE).toISOString(),
    taken: found.get(minute)?.taken ?? 0,
    waiting: found.get(minute)?.waiting ?? 0,
  }));
}

/** Returns the DNS records of the domain from which emails are sent. */
export function getSenderDomain(
  { config }: Call<typeof contract.getSenderDomain>,
  dns = quickDns(),
) {
  return senderDomain(config, dns);
}
