import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Database, Executor } from "../db/connect";

/** Milliseconds a node's clock may differ from the database's before somebody is told. */
export const CLOCK_TOLERANCE = 1_000;
/** Milliseconds between two measurements. */
const EVERY = 10_000;
/** Milliseconds to the next attempt while the database has never been asked. */
const SOON = 1_000;
/** The longest anybody waits for the first of them, ms. */
const PATIENCE = 5_000;
/** How much a machine's uninterrupted clock may err in an interval: far more than any does. */
const DRIFT = 1e-4;

/** A measurement: what the database's clock said at a moment of this process, and within how many ms. */
type Sample = { at: number; time: number; within: number };

type Options = {
  log: Logger;
  /** This machine's clock, ms, which may be wrong and may be set. */
  wall?: () => number;
};

/**
 * The database's time, on this node: measured every 10 s and carried on by the clock that nobody sets, so that an
 * instant costs nothing and all nodes decide by one clock, however wrong their own are. Until the
 * database has been asked (`known`) it is this machine's, and nobody should decide by it.
 */
export function followDatabaseClock(db: Database, { log, wall = Date.now }: Options) {
  let kept: Sample | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let wasOff = false;

  const carried = (sample: Sample, at: number) => sample.time + at - sample.at;

  async function measure(): Promise<void> {
    // Once in vain: to open a connection takes longer than the rest.
    if (!kept) await databaseNow(db);
    const asked = performance.now();
    const time = (await databaseNow(db)).getTime();
    const answered = performance.now();
    take({ at: (asked + answered) / 2, time, within: (answered - asked) / 2 });
    tell();
  }

  /** Keeps the more exact of two measurements; the newer one if the database's clock was set in between. */
  function take(sample: Sample): void {
    const within = kept ? kept.within + (sample.at - kept.at) * DRIFT : Number.POSITIVE_INFINITY;
    const apart = kept ? Math.abs(carried(kept, sample.at) - sample.time) : 0;
    if (sample.within <= within || apart > within + sample.within) kept = sample;
  }

  function tell(): void {
    const ms = Math.round(off() ?? 0);
    const isOff = Math.abs(ms) > CLOCK_TOLERANCE;
    if (isOff) log.warn({ ms }, "this machine's clock is off the database's, which decides");
    else if (wasOff) log.info({ ms }, "this machine's clock is right again");
    wasOff = isOff;
  }

  /** Milliseconds this machine's clock is ahead of the database's; null until that is known. */
  function off(): number | null {
    return kept && wall() - carried(kept, performance.now());
  }

  async function round(): Promise<void> {
    await measure().catch((err) => log.debug({ err }, "the database was not asked for its time"));
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

/** What the database's clock says, once. */
export async function databaseNow(db: Executor): Promise<Date> {
  const { rows } = await db.execute<{ time: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  );
  const time = rows[0]?.time;
  if (time === undefined) throw new Error("the database did not tell its time");
  return new Date(time);
}
