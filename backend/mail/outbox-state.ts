import { sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { isPaused, stateOfMail } from "./mail-state";

export type OutboxState = {
  waiting: number;
  /** Number of permanently failed mails. Expired mails do not count. */
  failed: number;
  /** Age of the oldest unsent mail in seconds, or 0 without one. The age of a staff letter counts from its due time. */
  oldest: number;
  /** Number of stuck mails that are due but that no mail worker has picked up. */
  untaken: number;
  /** Number of stuck mails: mails with failed attempts, or mails that no worker has picked up. */
  stuck: number;
  stuckSince: Date | null;
  /** When the mail server last accepted a mail. */
  takenAt: Date | null;
  /** The mail server's last response about a stuck mail. */
  says: string | null;
  /** Total number of sending attempts for all stuck mails. */
  attempts: number;
  nextAt: Date | null;
  /** Whether staff have paused all mail. During a pause, no mail counts as stuck. */
  paused: boolean;
};

type Counted = Omit<OutboxState, "stuckSince" | "nextAt" | "takenAt"> & {
  taken: number | null;
  since: number | null;
  next: number | null;
};

/**
 * Counts the mails in the outbox by state, with the database's clock.
 * @param minutes the accepted waiting time of a mail
 */
export async function outboxState(db: Executor, minutes: number): Promise<OutboxState> {
  const { rows } = await db.execute<Counted>(sql`
    with open as (
      select created_at, case when letter_id is null then created_at else greatest(created_at, next_attempt_at) end as since,
        attempts, next_attempt_at, coalesce(says, last_error) as says, failed_at,
        ${stateOfMail(minutes)} as state
      from ${outbox} where sent_at is null
    )
    select count(*) filter (where failed_at is null)::int as waiting,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from clock_timestamp() - min(since) filter (where failed_at is null and since <= clock_timestamp())), 0)::float8
        as oldest,
      count(*) filter (where state = 'stuck'
        and next_attempt_at < clock_timestamp() - interval '1 minute' * ${minutes}::int)::int as untaken,
      count(*) filter (where state = 'stuck')::int as stuck,
      (extract(epoch from min(created_at) filter (where state = 'stuck')) * 1000)::float8 as since,
      (array_agg(says order by next_attempt_at desc) filter (where state = 'stuck' and says is not null))[1] as says,
      coalesce(sum(attempts) filter (where state = 'stuck'), 0)::int as attempts,
      (extract(epoch from min(next_attempt_at) filter (where state = 'stuck')) * 1000)::float8 as next,
      ${isPaused} as paused,
      (select (extract(epoch from max(sent_at)) * 1000)::float8 from ${outbox}) as taken
    from open`);
  const [row] = rows;
  if (!row) throw new Error("the outbox was not counted");
  const { since, next, taken, ...state } = row;
  const instant = (at: number | null) => (at === null ? null : new Date(at));
  return {
    ...state,
    takenAt: instant(taken),
    stuckSince: instant(since),
    nextAt: instant(next),
  };
}

/**
 * Returns why mails are stuck: no worker picks them up, the server accepts none, or the server accepts only some. Null
 * without stuck mails.
 */
export function mailTrouble({ stuck, untaken, stuckSince, takenAt }: OutboxState) {
  if (stuck === 0) return null;
  if (untaken > 0) return "silent" as const;
  const takes = takenAt && stuckSince && takenAt >= stuckSince;
  return takes ? ("some" as const) : ("refusing" as const);
}
