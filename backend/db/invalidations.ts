import { sql } from "drizzle-orm";
import { Client } from "pg";
import type { Logger } from "pino";
import type { Database, Executor } from "./connect";
import { refreshes } from "./schema/refreshes";

/*
 * Notifies every instance that public pages must be revalidated (docs/decisions/0033). A table row per cache tag counts
 * the tag's changes, and a database notification announces each change. Each instance compares the counts in the table
 * with the counts that it has processed. So a lost notification loses no change, and the order of commits does not
 * matter.
 */

const CHANNEL = "refreshes";
/** Milliseconds between two reads of the invalidation table, with or without notifications. */
const LOOK = 3_000;
/** Time limit to open the separate LISTEN connection, in milliseconds. */
const PATIENCE = 5_000;

/**
 * Notifies every instance that the pages with a cache tag are outdated. Within a transaction, the notification follows
 * the commit.
 */
export async function publishInvalidation(db: Executor, tag: string): Promise<void> {
  await db
    .insert(refreshes)
    .values({ tag, count: 1, at: sql`clock_timestamp()` })
    .onConflictDoUpdate({
      target: refreshes.tag,
      set: { count: sql`${refreshes.count} + 1`, at: sql`clock_timestamp()` },
    });
  await db.execute(sql`select pg_notify(${CHANNEL}, '')`);
}

type Options = {
  db: Database;
  /** A database URL that supports LISTEN: not the URL of a pooler that shares connections between transactions. */
  directUrl: string;
  /** The name of the LISTEN connection in PostgreSQL's list of connections. */
  name: string;
  log: Logger;
  /** Revalidates this instance's pages with the given cache tags. After an error, `refresh` is called again later. */
  refresh: (tags: readonly string[]) => Promise<void>;
};

/**
 * Calls `refresh` once for every cache tag that ever changed, because this instance could have missed changes. Then
 * calls `refresh` for each change: within milliseconds while the LISTEN connection works, otherwise at the next read of
 * the table. `begun` resolves after the first call. `behind` returns the seconds that the oldest unprocessed change has
 * waited, or 0.
 */
export function followInvalidations({ db, directUrl, name, log, refresh }: Options) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const seen = new Map<string, number>();
  let line: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isTold = false;
  let isDown = false;
  let running: Promise<void> | null = null;

  async function look(): Promise<void> {
    const rows = await db.select().from(refreshes);
    const news = rows.filter(({ tag, count }) => seen.get(tag) !== count);
    if (news.length > 0) await refresh(news.map(({ tag }) => tag));
    for (const { tag, count } of news) seen.set(tag, count);
    begin();
  }

  async function behind(): Promise<number> {
    const { rows } = await db.execute<{ tag: string; count: string; age: number }>(
      sql`select tag, count, extract(epoch from clock_timestamp() - at)::float8 as age from ${refreshes}`,
    );
    const ages = rows.filter(({ tag, count }) => seen.get(tag) !== Number(count));
    return Math.max(0, ...ages.map(({ age }) => age));
  }

  async function openLine(): Promise<void> {
    const mine = new Client({
      connectionString: directUrl,
      application_name: name,
      connectionTimeoutMillis: PATIENCE,
      keepAlive: true,
    });
    const lose = () => {
      if (line !== mine) return;
      line = null;
      wake();
    };
    mine.on("error", lose);
    mine.on("end", lose);
    mine.on("notification", wake);
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      line = mine;
    } catch (error) {
      mine.end().catch(() => {});
      throw error;
    }
  }

  async function round(): Promise<void> {
    try {
      await look();
      if (!line) {
        await openLine();
        // Processes the invalidations that other instances published before this instance began to LISTEN.
        await look();
      }
      if (isDown) log.info("notifications of changed pages work again");
      isDown = false;
    } catch (err) {
      if (!isDown) log.warn({ err }, "notifications of changed pages do not work: polling instead");
      isDown = true;
    }
  }

  function wake(): void {
    isTold = true;
    if (isStopped || running) return;
    clearTimeout(timer);
    isTold = false;
    running = round().finally(() => {
      running = null;
      if (!isStopped) timer = setTimeout(wake, isTold ? 0 : LOOK).unref();
    });
  }

  wake();
  async function stop(): Promise<void> {
    isStopped = true;
    clearTimeout(timer);
    await running;
    await line?.end().catch(() => {});
  }

  return { begun, stop, behind };
}
