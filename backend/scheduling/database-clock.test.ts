import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testDatabase } from "@/tests/support/servers/database";
import { connect, type Database } from "../db/connect";
import { databaseNow, followDatabaseClock } from "./database-clock";

const { db } = await testDatabase();
const log = pino({ level: "silent" });

/** Starts an instance whose own clock differs from the database's by the given milliseconds. */
async function node(off: number, database: Database = db, logger = log) {
  const clock = followDatabaseClock(database, { log: logger, wall: () => Date.now() + off });
  await clock.known;
  return clock;
}

test.each([0, 90_000, -90_000])(
  "an instance whose clock is %d ms off uses the database's time",
  async (off) => {
    const clock = await node(off);
    const wrong = clock.now().getTime() - (await databaseNow(db)).getTime();
    // The test reads its clock before the database's clock, so the difference is mostly negative.
    expect(wrong).toBeLessThanOrEqual(5);
    expect(wrong).toBeGreaterThan(-500);
    const apart = (clock.off() ?? 0) - off;
    expect(Math.abs(apart)).toBeLessThan(250);
    await clock.stop();
  },
);

test("the time advances between two measurements even if the machine's clock is changed", async () => {
  let off = 0;
  const clock = followDatabaseClock(db, { log, wall: () => Date.now() + off });
  await clock.known;
  const before = clock.now().getTime();
  off = 3_600_000;
  await sleep(100);
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(95);
  expect(clock.now().getTime() - before).toBeLessThan(5_000);
  await clock.stop();
});

test("a difference of more than a second is logged, and a smaller one is not", async () => {
  const warn = vi.fn();
  const logger = { warn, info: vi.fn(), debug: vi.fn() } as never;
  await (await node(900, db, logger)).stop();
  expect(warn).not.toHaveBeenCalled();
  await (await node(-1_100, db, logger)).stop();
  expect(warn).toHaveBeenCalledOnce();
});

test("without a database the machine's time is used after a short wait", async () => {
  const nowhere = connect("postgres://postgres@127.0.0.1:1/nothing");
  const clock = await node(5_000, nowhere.db);
  expect(clock.off()).toBeNull();
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(4_000);
  await clock.stop();
  await nowhere.close();
});

test("an instant of the database is read without a change", async () => {
  const { rows } = await db.execute<{ at: string }>(sql`select clock_timestamp() as at`);
  expect((await databaseNow(db)).getTime()).toBeGreaterThanOrEqual(Date.parse(rows[0]?.at ?? ""));
});
