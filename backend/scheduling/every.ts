import { eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { DAY } from "@/contract/durations";
import { connect, type Database } from "../db/connect";
import { clockRuns } from "../db/schema/clock";

/** A scheduled job. To add one, add a row to `backend/jobs.ts`. */
export type Job<Tools> = {
  /** The job's name in the log, the lock, and the table of runs. */
  name: string;
  /** Milliseconds from the start of one run to the start of the next, across all processes. */
  every: number;
  /** Whether the job also runs when a process starts, regardless of the time since the last run. */
  atStart?: boolean;
  /**
   * Whether the job deletes data irrecoverably. Such a job skips one run after a gap of days, because a clock set years
   * ahead would make the job delete everything. A wrong clock is typically corrected within minutes (rule
   * operation.clock).
   */
  erases?: boolean;
  /** Whether every process runs the job, because the job concerns the process's own machine. */
  everywhere?: boolean;
  run: (tools: Tools, now: Date) => Promise<unknown>;
};

type Options = {
  db: Database;
  log: Logger;
  atStart?: boolean;
  everywhere?: boolean;
  erases?: boolean;
};

/** Maximum gap between two runs in milliseconds. After a longer gap, a job that erases data skips one run. */
const GAP = 2 * DAY;

/**
 * Runs a job now if it is due, and then every `ms` milliseconds: once across all processes, or in each process with
 * `everywhere`. Runs never overlap. An error is logged and does not stop the schedule.
 *
 * @param db a pool used for nothing else, because a running job holds a connection
 * @returns a function that stops the schedule after the current run
 */
export function every(
  ms: number,
  name: string,
  job: (now: Date) => Promise<unknown>,
  { db, log, atStart = false, everywhere = false, erases = false }: Options,
): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(evenIfRecent: boolean): Promise<void> {
    const turn = everywhere
      ? job(new Date()).then(() => ms)
      : takeTurn(db, log, { name, ms, evenIfRecent, erases }, job);
    const wait = await turn.catch((err) => {
      log.error({ err, job: name }, "job failed");
      return ms;
    });
    if (isStopped) return;
    timer = setTimeout(() => {
      running = look(false);
    }, wait).unref();
  }

  let running = look(atStart);
  return async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

type Turn = { name: string; ms: number; evenIfRecent: boolean; erases: boolean };

/**
 * Runs the job unless another process runs the job or the job is not due. Returns the milliseconds until the job is due
 * again. Failed runs do not count as runs. A last run in the future also does not count, because a wrong clock recorded
 * it.
 */
function takeTurn(
  db: Database,
  log: Logger,
  { name, ms, evenIfRecent, erases }: Turn,
  job: (now: Date) => Promise<unknown>,
): Promise<number> {
  return db.transaction(async (tx) => {
    // The lock ends with the transaction, so a dead process releases it. The idle timeout is disabled, because the
    // transaction waits for the job. TCP keepalives end the transaction of an unreachable machine within a minute.
    const locked = await tx.execute<{ mine: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(${`clock:${name}`}, 0)) as mine,
        set_config('idle_in_transaction_session_timeout', '0', true),
        set_config('tcp_keepalives_idle', '30', true),
        set_config('tcp_keepalives_interval', '10', true),
        set_config('tcp_keepalives_count', '3', true)`);
    if (!locked.rows[0]?.mine) return ms;
    // Read the last run in a separate statement, because only a new statement sees what the previous lock holder
    // committed.
    const begun = await readClock(tx, name);
    const since = begun.last === null ? null : begun.now - begun.last;
    if (since !== null && since >= 0 && since < ms && !evenIfRecent) return ms - since;
    const startedAt = new Date(begun.now);
    const waits = erases && since !== null && since > GAP;
    if (waits)
      log.warn(
        { job: name, days: Math.floor(since / DAY) },
        "job postponed by one turn: is the clock right?",
      );
    else await job(startedAt);
    await tx
      .insert(clockRuns)
      .values({ job: name, startedAt })
      .onConflictDoUpdate({ target: clockRuns.job, set: { startedAt } });
    const { now } = await readClock(tx, name);
    return Math.max(0, ms - (now - begun.now));
  });
}

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Returns the database's time, which is the same for all processes, and the start of the last run. */
async function readClock(tx: Transaction, name: string) {
  const [last] = await tx.select().from(clockRuns).where(eq(clockRuns.job, name));
  const { rows } = await tx.execute<{ now: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  const now = rows[0]?.now;
  if (now === undefined) throw new Error("the database did not tell its time");
  return { now, last: last?.startedAt.getTime() ?? null };
}

/** Starts all given jobs. Returns a function that stops the jobs after their current runs. */
export function startJobs<Tools extends { log: Logger }>(
  databaseUrl: string,
  jobs: readonly Job<Tools>[],
  tools: Tools,
): () => Promise<void> {
  // Use separate connections, so that jobs do not take connections from requests.
  const { db, close } = connect(databaseUrl, { max: jobs.length });
  const stops = jobs.map(({ name, every: ms, run, ...options }) =>
    every(ms, name, (now) => run(tools, now), { db, log: tools.log, ...options }),
  );
  return async function stop(): Promise<void> {
    await Promise.all(stops.map((end) => end()));
    await close();
  };
}
