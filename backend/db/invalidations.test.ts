import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { EDITION_TAG } from "@/contract/service";
import { testDatabase } from "@/tests/support/servers/database";
import {
  closeEdition,
  openEdition,
  removeEdition,
  renewPagesAtMoments,
} from "../editions/administer-editions";
import { connect } from "./connect";
import { followInvalidations, publishInvalidation } from "./invalidations";
import { refreshes } from "./schema/refreshes";

const { db, url } = await testDatabase();
const log = pino({ level: "silent" });
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

/** Starts an instance. Returns the cache tags that the instance receives, in order. */
async function node(directUrl = url) {
  const pool = connect(url, { max: 2 });
  const told: string[] = [];
  const refresh = vi.fn(async (tags: readonly string[]) => {
    told.push(...tags);
  });
  const { begun, stop, behind } = followInvalidations({
    db: pool.db,
    directUrl,
    name: "test",
    log,
    refresh,
  });
  await begun;
  stops.push(async () => {
    await stop();
    await pool.close();
  });
  return { told, refresh, stop, behind };
}

const LISTENING = sql`datname = current_database() and query = 'listen refreshes'`;
const lines = async () =>
  (await db.execute(sql`select pid from pg_stat_activity where ${LISTENING}`)).rows.length;
const cutLines = () =>
  db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${LISTENING}`);

/** Publishes an invalidation of a cache tag. Returns the milliseconds until every instance has received the tag. */
async function spread(nodes: { told: string[] }[], tag: string): Promise<number> {
  const before = nodes.map(({ told }) => told.length);
  const began = performance.now();
  await publishInvalidation(db, tag);
  const all = () => nodes.every(({ told }, n) => told.length > (before[n] ?? 0));
  await vi.waitFor(() => expect(all()).toBe(true), { timeout: 10_000, interval: 2 });
  return performance.now() - began;
}

test("an invalidation reaches all instances within a second, and a later instance when it starts", async () => {
  const nodes = [await node(), await node()];
  await vi.waitFor(async () => expect(await lines()).toBe(2));
  const took: number[] = [];
  for (let round = 0; round < 100; round += 1) took.push(await spread(nodes, "content"));
  expect(took.toSorted((a, b) => a - b)[98]).toBeLessThan(1_000);
  await publishInvalidation(db, "content:posts");
  const late = await node();
  expect(late.told.toSorted()).toEqual(["content", "content:posts"]);
});

test("an instance opens a broken connection again and receives missed invalidations within 5 s", async () => {
  const nodes = [await node(), await node()];
  await vi.waitFor(async () => expect(await lines()).toBeGreaterThan(1));
  await cutLines();
  expect(await spread(nodes, "content")).toBeLessThan(5_000);
  await vi.waitFor(async () => expect(await lines()).toBeGreaterThan(1), { timeout: 10_000 });
});

test("an instance behind a pooler, which cannot listen, polls for invalidations within 5 s", async () => {
  const nodes = [await node("postgres://127.0.0.1:1/nothing")];
  expect(await spread(nodes, "content")).toBeLessThan(5_000);
});

test("an invalidation that an instance could not handle is tried again, with those queued meanwhile", async () => {
  const one = await node();
  one.refresh.mockRejectedValueOnce(new Error("no luck"));
  const before = one.told.length;
  expect(await one.behind()).toBe(0);
  await publishInvalidation(db, "content:stories");
  expect(await one.behind()).toBeGreaterThan(0);
  await publishInvalidation(db, "content:events");
  await vi.waitFor(
    () =>
      expect(one.told.slice(before)).toEqual(
        expect.arrayContaining(["content:stories", "content:events"]),
      ),
    { timeout: 10_000 },
  );
  await vi.waitFor(async () => expect(await one.behind()).toBe(0));
});

test("a change of an edition sends an invalidation after its commit, and none for a preview", async () => {
  const one = await node();
  const editionTold = () => one.told.filter((tag) => tag === EDITION_TAG).length;
  const act = { actor: "test", reason: "test", now: new Date("2031-08-01T00:00:00Z") };
  const days = { from: "2031-07-01", until: "2031-09-30" };
  await openEdition(db, 2031, days, act);
  await vi.waitFor(() => expect(editionTold()).toBe(1));
  await closeEdition(db, 2031, act);
  await vi.waitFor(() => expect(editionTold()).toBe(2));
  await openEdition(db, 2032, { from: "2032-07-01", until: "2032-09-30" }, act);
  await vi.waitFor(() => expect(editionTold()).toBe(3));
  await removeEdition(db, 2032, act);
  await vi.waitFor(() => expect(editionTold()).toBe(4));
  const shown = db.transaction(async (tx) => {
    await openEdition(tx as never, 2031, days, act);
    throw new Error("only shown");
  });
  await expect(shown).rejects.toThrow("only shown");
  await sleep(200);
  expect(editionTold()).toBe(4);
});

test("pages are revalidated when an edition reaches a date or has one day less, and not in between", async () => {
  const count = async () =>
    (await db.select().from(refreshes).where(eq(refreshes.tag, EDITION_TAG)))[0]?.count ?? 0;
  const act = { actor: "test", reason: "test", now: new Date("2041-08-01T00:00:00Z") };
  await openEdition(db, 2041, { from: "2041-07-01", until: "2041-09-30" }, act);
  const closes = new Date("2041-09-30T22:00:00Z").getTime();
  const [day, hour] = [86_400_000, 3_600_000];
  const renewedAt = async (instant: number) => {
    const before = await count();
    await renewPagesAtMoments({ db }, new Date(instant));
    return (await count()) > before;
  };
  expect(await renewedAt(closes + 45_000)).toBe(true);
  expect(await renewedAt(closes + 300_000)).toBe(false);
  expect(await renewedAt(closes - 9 * day + 45_000)).toBe(true);
  expect(await renewedAt(closes - 9 * day + 7 * hour)).toBe(false);
  expect(await renewedAt(closes - 7 * hour + 45_000)).toBe(true);
  expect(await renewedAt(closes - 7 * hour + 300_000)).toBe(false);
});
