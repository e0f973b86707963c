import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR } from "@/contract/durations";
import { testDatabase } from "@/tests/support/servers/database";
import { connect } from "../db/connect";
import { clockRuns } from "../db/schema/clock";
import { every, startJobs } from "./every";

const { db, url } = await testDatabase();
const [one, other] = [connect(url), connect(url)];
const log = pino({ level: "silent" });
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
});
beforeEach(async () => {
  await db.delete(clockRuns);
});

/** Schedules one job in two processes. The returned `stop` stops the job in both. */
function both(ms: number, job: (now: Date) => Promise<unknown>) {
  const stops = [one, other].map((process) => every(ms, "job", job, { db: process.db, log }));
  return { stop: () => Promise.all(stops.map((stop) => stop())) };
}

describe("a scheduled job", () => {
  test("a job runs immediately, and once for several processes that start it together or in turn", async () => {
    const job = vi.fn(() => sleep(50));
    await both(HOUR, job).stop();
    expect(job).toHaveBeenCalledTimes(1);
    await both(HOUR, job).stop();
    expect(job).toHaveBeenCalledTimes(1);
  });

  test("a job about a machine's own files runs in each process and stores no run", async () => {
    const job = vi.fn(async () => {});
    const tools = { log };
    const row = { name: "here", every: HOUR, everywhere: true, run: job };
    const stops = [startJobs(url, [row], tools), startJobs(url, [row], tools)];
    await vi.waitFor(() => expect(job).toHaveBeenCalledTimes(2), { timeout: 10_000 });
    await Promise.all(stops.map((stop) => stop()));
    expect(await db.select().from(clockRuns)).toEqual([]);
  });

  test("a job runs again after its interval, and never twice at the same time in any process", async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const clocks = both(200, async () => {
      begun.push(Date.now());
      running += 1;
      most = Math.max(most, running);
      await sleep(60);
      running -= 1;
    });
    await vi.waitFor(() => expect(begun.length).toBeGreaterThan(4), { timeout: 10_000 });
    await clocks.stop();
    expect(most).toBe(1);
    const gaps = begun.slice(1).map((time, index) => time - (begun[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(150);
  });

  test("a job that takes longer than its interval does not overlap with itself", async () => {
    let running = 0;
    const job = vi.fn(async () => {
      running += 1;
      expect(running).toBe(1);
      await sleep(80);
      running -= 1;
    });
    const stop = every(10, "job", job, { db: one.db, log });
    await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThan(2), { timeout: 10_000 });
    await stop();
    expect(running).toBe(0);
  });

  test("a failed job is logged, does not count as done, and runs again", async () => {
    const error = vi.fn();
    const job = vi.fn(async () => {
      if (job.mock.calls.length === 1) throw new Error("no luck");
    });
    const stop = every(50, "job", job, { db: one.db, log: { error } as never });
    await vi.waitFor(() => expect(job.mock.calls.length).toBeGreaterThan(1), { timeout: 10_000 });
    await stop();
    expect(error.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: "no luck" }), job: "job" }, "job failed"],
    ]);
    await db.delete(clockRuns);
    const failing = async () => Promise.reject(new Error("no luck"));
    await every(HOUR, "job", failing, { db: one.db, log })();
    const next = vi.fn(async () => {});
    await every(HOUR, "job", next, { db: other.db, log })();
    expect(next).toHaveBeenCalledTimes(1);
  });

  test("a job's schedule survives an unreachable database", async () => {
    const error = vi.fn();
    const nowhere = connect("postgres://postgres@127.0.0.1:1/nothing");
    const stop = every(20, "job", async () => {}, { db: nowhere.db, log: { error } as never });
    await vi.waitFor(() => expect(error.mock.calls.length).toBeGreaterThan(2), { timeout: 10_000 });
    await stop();
    await nowhere.close();
  });

  test("stopping the schedule waits for the running job, which does not run again", async () => {
    let finish = () => {};
    const job = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const stop = every(10, "job", job, { db: one.db, log });
    await vi.waitFor(() => expect(job).toHaveBeenCalled());
    let isStopped = false;
    const stopped = stop().then(() => (isStopped = true));
    await sleep(100);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    await sleep(50);
    expect(job).toHaveBeenCalledTimes(1);
  });

  test("a job that belongs to a start runs at each start, even shortly after its last run", async () => {
    const job = vi.fn(async () => {});
    for (const process of [one, other]) {
      await every(HOUR, "job", job, { db: process.db, log, atStart: true })();
    }
    expect(job).toHaveBeenCalledTimes(2);
    await every(HOUR, "job", job, { db: one.db, log })();
    expect(job).toHaveBeenCalledTimes(2);
  });

  test("a job keeps its lock in a database that ends idle transactions", async () => {
    const database = `alter database ${new URL(url).pathname.slice(1)}`;
    const setting = "idle_in_transaction_session_timeout";
    await db.execute(sql.raw(`${database} set ${setting} = 500`));
    const process = connect(url);
    const error = vi.fn();
    await every(HOUR, "job", () => sleep(1000), {
      db: process.db,
      log: { error } as never,
    })();
    await process.close();
    await db.execute(sql.raw(`${database} reset ${setting}`));
    expect(error).not.toHaveBeenCalled();
    expect(await db.select().from(clockRuns)).toHaveLength(1);
  });

  test("a job is available again when the process that runs it is killed", async () => {
    const script = `
      import { pino } from "pino";
      import { startJobs } from "./backend/scheduling/every";
      const run = async () => { console.log("at it"); await new Promise(() => {}); };
      startJobs(${JSON.stringify(url)}, [{ name: "job", every: 50, run }], { log: pino({ level: "silent" }) });
      setInterval(() => {}, 1000);`;
    const child = spawn(
      process.execPath,
      ["--import", "tsx", "--input-type=module", "-e", script],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await once(child.stdout, "data");
    const job = vi.fn(async () => {});
    const stop = every(50, "job", job, { db: other.db, log });
    await sleep(300);
    expect(job).not.toHaveBeenCalled();
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(job).toHaveBeenCalled(), { timeout: 10_000 });
    await stop();
  });

  test("each job of a list gets its arguments, and a failed job delays no other", async () => {
    const ran: string[] = [];
    const tools = { log, name: "tools" };
    const jobs = [
      { name: "bad", every: HOUR, run: async () => Promise.reject(new Error("no luck")) },
      { name: "good", every: HOUR, run: async (given: typeof tools) => ran.push(given.name) },
    ];
    await startJobs(url, jobs, tools)();
    expect(ran).toEqual(["tools"]);
    expect(await db.select().from(clockRuns)).toMatchObject([{ job: "good" }]);
  });
});
