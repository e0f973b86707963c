import { eq, lt, sql } from "drizzle-orm";
import { MINUTE } from "@/contract/durations";
import type { ErrorCode } from "@/contract/errors";
import type { Executor } from "../db/connect";
import { rateLimits } from "../db/schema/accounts";
import { fail } from "./failure";

export type Limit = {
  /**
   * Identifies the counter: the name of the rate limit, and the account, session, or IP address whose requests are
   * counted, such as `login:account:…`.
   */
  key: string;
  max: number;
  /** Length of the rate limit's time window, in seconds. Each window starts with a count of zero. */
  seconds: number;
  /** The error code for requests above the rate limit. The default is too_many_requests. */
  code?: ErrorCode;
};

/**
 * Tolerated clock difference between server instances in milliseconds. If a stored time window ends later than this
 * tolerance allows, an instance with a fast clock stored it, and the window is ignored.
 */
const TOLERANCE = MINUTE;

/** Returns the count of a rate limit's current time window, and the end of the window. */
async function current(db: Executor, { key, seconds }: Limit, now: Date) {
  const [row] = await db.select().from(rateLimits).where(eq(rateLimits.key, key));
  const left = row ? row.resetAt.getTime() - now.getTime() : 0;
  return row && left > 0 && left <= seconds * 1000 + TOLERANCE ? row : { count: 0, resetAt: now };
}

/** Adds one or more to the count of a rate limit. Returns the new count of the time window. */
export async function countOne(
  db: Executor,
  { key, seconds }: Limit,
  now: Date,
  many = 1,
): Promise<number> {
  const resetAt = new Date(now.getTime() + seconds * 1000);
  const latest = new Date(resetAt.getTime() + TOLERANCE);
  const isOver = sql`(${rateLimits.resetAt} <= ${now.toISOString()}::timestamptz or ${rateLimits.resetAt} > ${latest.toISOString()}::timestamptz)`;
  const [row] = await db
    .insert(rateLimits)
    .values({ key, count: many, resetAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${rateLimits.count} + excluded.count end`,
        resetAt: sql`case when ${isOver} then excluded.reset_at else ${rateLimits.resetAt} end`,
      },
    })
    .returning({ count: rateLimits.count });
  return row?.count ?? many;
}

/** Throws 429 with Retry-After if a rate limit is used up. Does not count the request. */
export async function checkLimit(db: Executor, limit: Limit | null, now: Date): Promise<void> {
  if (!limit) return;
  const { count, resetAt } = await current(db, limit, now);
  if (count >= limit.max) {
    refuse(limit, resetAt, now);
  }
}

/**
 * Adds one or more to the count of a rate limit, and returns the new count. Throws 429 with Retry-After above the
 * limit.
 */
export async function takeOne(
  db: Executor,
  limit: Limit | null,
  now: Date,
  many = 1,
): Promise<number> {
  if (!limit) return 0;
  const count = await countOne(db, limit, now, many);
  if (count <= limit.max) return count;
  const { resetAt } = await current(db, limit, now);
  return refuse(limit, resetAt, now);
}

function refuse({ code = "too_many_requests" }: Limit, resetAt: Date, now: Date): never {
  fail(code, { retryAfter: (resetAt.getTime() - now.getTime()) / 1000 });
}

/** Resets the count of a rate limit. */
export async function forgetLimit(db: Executor, { key }: Limit): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, key));
}

/** Deletes the rate-limit counters of expired time windows. */
export async function forgetOldLimits(db: Executor, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.resetAt, now));
}
