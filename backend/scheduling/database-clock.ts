import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database, Executor } from "../db/connect";

/**
 * Accepted difference between an instance's clock and the database's clock in milliseconds. A larger difference is
 * reported.
 */
export const CLOCK_TOLERANCE = 1_000;
/** Interval between two clock measurements in milliseconds. */
const EVERY = 10_000;
/** Milliseconds between two attempts to read the database's clock, until the first attempt succeeds. */
const SOON = 1_000;
/** Maximum wait for the first measurement of the database's clock, in milliseconds. */
const PATIENCE = 5_000;
/**
 * Upper limit for the drift of a machine's monotonic clock, as a fraction of the elapsed time. It is far above real
 * drift.
 */
const DRIFT = 1e-4;

/** A measurement of the database's clock: process time, database time, and maximum error, all in milliseconds. */
type Sample = { at: number; time: number; within: number };

type Options = {
  log: Logger;
  /** Returns the time of this machine's clock in milliseconds. This clock can be wrong and can be adjusted. */
  wall?: () => number;
};

/**
 * Follows the database's time: measures it every 10 s and extrapolates with the monotonic clock. All instances use the
 * same time, even if their own clocks are wrong. Before the first measurement (`known`), returns this machine's time,
 * which must not decide deadlines.
 */
export function followDatabaseClock(db: Database, { log, wall = Date.now }: Options) {
  let kept: Sample | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wasOff = false;

  const carried = (sample: Sample, at: number) => sample.time + at - sample.at;

  async function measure(): Promise<void> {
    // The first query is not measured, because it also opens the connection, which takes long.
    if (!kept) await databaseNow(db);
    const asked = performance.now();
    const time = (await databaseNow(db)).getTime();
    const answered = performance.now();
    take({ at: (asked + answered) / 2, time, within: (answered - asked) / 2 });
    tell();
  }

  /**
   * Keeps the more accurate of two clock measurements, or the newer one if the database's clock was adjusted in
   * between.
   */
  function take(sample: Sample): void {
    const within = kept ? kept.within + (sample.at - kept.at) * DRIFT : Number.POSITIVE_INFINITY;
    const apart = kept ? Math.abs(carried(kept, sample.at) - sample.time) : 0;
    if (sample.within <= within || apart > within + sample.within) kept = sample;
  }

  function tell(): void {
    const ms = Math.round(off() ?? 0);
    const isOff = Math.abs(ms) > CLOCK_TOLERANCE;
    if (isOff)
      log.warn({ ms }, "this machine's clock differs from the database's clock, which counts");
    else if (wasOff)
      log.info({ ms }, "this machine's clock agrees with the database's clock again");
    wasOff = isOff;
  }

  /**
   * Returns by how many milliseconds this machine's clock is ahead of the database's clock, or null before the first
   * measurement.
   */
  function off(): number | null {
    return kept && wall() - carried(kept, performance.now());
  }

  async function round(): Promise<void> {
    await measure().catch((err) => log.debug({ err }, "the database's time could not be read"));
    if (!isStopped) timer = setTimeout(() => (running = round()), kept ? EVERY : SOON).unref();
  }

  let running = round();
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE).unref());
  const known = Promise.race([running, late]);

  return {
    now: () => new Date(kept ? carried(kept, performance.now()) : wall()),
    off,
    known,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

export async function databaseNow(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ time: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  );
  const time = rows[0]?.time;
  if (time === undefined) throw new Error("the database did not tell its time");
  return new Date(time);
}
