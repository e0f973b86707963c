import { sql } from "drizzle-orm";
import type { Executor } from "../db/connect";
import { outbox } from "../db/schema/mail";
import { EXPIRED } from "./administer";

/** How the outbox stands. */
export type OutboxState = {
  waiting: number;
  /** Failed for good, but for those that would have said something untrue. */
  failed: number;
  /** Seconds the oldest one has been waiting; 0 when none is. */
  oldest: number;
  /** Due for longer than somebody is patient, and not taken by any worker. */
  untaken: number;
  /** Waiting for longer than that although they were tried, or nobody takes them; since when the first of them. */
  stuck: number;
  stuckSince: Date | null;
  /** What a mail server said last of one that is stuck. */
  says: string | null;
};

/** Counts the outbox by state, by the database's clock. @param minutes how long a mail may wait */
export async function outboxState(db: Executor, minutes: number): Promise<OutboxState> {
  const patience = sql`interval '1 minute' * ${minutes}::int`;
  const { rows } = await db.execute<Omit<OutboxState, "stuckSince"> & { since: number | null }>(sql`
    with open as (
      select created_at, next_attempt_at, last_error, failed_at,
        failed_at is null and created_at < clock_timestamp() - ${patience}
          and (attempts > 0 or next_attempt_at < clock_timestamp() - ${patience}) as stuck
      from ${outbox} where sent_at is null
    )
    select count(*) filter (where failed_at is null)::int as waiting,
      count(*) filter (where failed_at is not null and last_error is distinct from ${EXPIRED})::int as failed,
      coalesce(extract(epoch from clock_timestamp() - min(created_at) filter (where failed_at is null)), 0)::float8
        as oldest,
      count(*) filter (where failed_at is null and next_attempt_at < clock_timestamp() - ${patience})::int
        as untaken,
      count(*) filter (where stuck)::int as stuck,
      (extract(epoch from min(created_at) filter (where stuck)) * 1000)::float8 as since,
      (array_agg(last_error order by next_attempt_at desc)
        filter (where stuck and last_error is not null))[1] as says
    from open`);
  const [row] = rows;
  if (!row) throw new Error("the outbox was not counted");
  const { since, ...state } = row;
  return { ...state, stuckSince: since === null ? null : new Date(since) };
}
