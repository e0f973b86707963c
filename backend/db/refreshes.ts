import { sql } from "drizzle-orm";
import { Client } from "pg";
import type { Logger } from "pino";
import type { Database, Executor } from "./connect";
import { refreshes } from "./schema/refreshes";

/*
 * How every node learns that public pages are old (docs/decisions/0033): a row per tag counts its changes,
 * and a notification says that one has changed. A node compares the counts with those it has acted upon,
 * so nothing is lost with a notification, and no order of commits matters.
 */

const CHANNEL = "refreshes";
/** Milliseconds between two looks at the table, whether or not a notification came. */
const LOOK = 3_000;
/** Milliseconds to reach the database for a line of one's own. */
const PATIENCE = 5_000;

/** Tells every node that the pages under a tag are old; in a transaction, once it is committed. */
export async function tellNodes(db: Executor, tag: string): Promise<void> {
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
  /** Where LISTEN works: no pooler that gives a connection to others between two transactions. */
  directUrl: string;
  /** What the line is called where PostgreSQL lists all of them. */
  name: string;
  log: Logger;
  /** Has this node make the pages under some tags anew. What it throws at is tried again. */
  refresh: (tags: readonly string[]) => Promise<void>;
};

/**
 * Calls `refresh` at once for every tag that ever changed, as this node may have slept through it, and then
 * for each that changes: within milliseconds while the line to the database holds, else at the next look.
 * `begun` resolves once it has caught up; `behind` tells for how many seconds the oldest change has waited for
 * this node, 0 if none does.
 */
export function followRefreshes({ db, directUrl, name, log, refresh }: Options) {
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
        // What changed until it listened.
        await look();
      }
      if (isDown) log.info("refreshes of pages are told again");
      isDown = false;
    } catch (err) {
      if (!isDown) log.warn({ err }, "refreshes of pages are not told, looked for instead");
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
