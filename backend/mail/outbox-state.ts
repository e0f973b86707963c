import { sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { isPaused, stateOfMail } from "./mail-state";

/** How the outbox stands. */
export type OutboxState = {
  waiting: number;
  /** Failed for good, but for those that would have said something untrue. */
  failed: number;
  /** Seconds the oldest one has been waiting, one of a letter since it was its turn; 0 when none is. */
  oldest: number;
  /** Due for longer than somebody is patient, and not taken by any worker. */
  untaken: number;
  /** Waiting for longer than that although they were tried, or nobody takes them; since when the first of them. */
  stuck: number;
  stuckSince: Date | null;
  /** When the server took a mail last. */
  takenAt: Date | null;
  /** What a mail server said last of one that is stuck. */
  says: string | null;
  /** How often those were tried altogether, and when the next of them is due. */
  attempts: number;
  nextAt: Date | null;
  /** Somebody wants that none leaves: none is stuck. */
  paused: boolean;
};

type Counted = Omit<OutboxState, "stuckSince" | "nextAt" | "takenAt"> & {
  taken: number | null;
  since: number | null;
  next: number | null;
};

/** Counts the outbox by state, by the database's clock. @param minutes how long a mail may wait */
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

/** Why mails stand still: nobody takes them, the server takes none, or only some of them. Null where none stands still. */
export function mailTrouble({ stuck, untaken, stuckSince, takenAt }: OutboxState) {
  if (stuck === 0) return null;
  if (untaken > 0) return "silent" as const;
  const takes = takenAt && stuckSince && takenAt >= stuckSince;
  return takes ? ("some" as const) : ("refusing" as const);
}
